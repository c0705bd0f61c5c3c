// Fields, dates, radio buttons and check boxes: what is entered goes to the server while one types.

import { confirmed } from "./modals.js";
import { locate, questionOf } from "./pickers.js";
import { act, refresh } from "./server.js";

const PATIENCE = 250; // milliseconds without a key before a text is kept

const waiting = new Map(); // field -> timer

export function followFields() {
  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-typed]")) typed(event.target);
  });
  document.addEventListener("change", (event) => {
    const choices = event.target.closest("[data-choices]");
    if (choices) send(event.target, choices.id, chosenIn(choices));
    else if (event.target.matches("[data-picks]")) send(event.target, event.target.id, event.target.value || null);
  });
  document.addEventListener("keydown", (event) => {
    const field = event.target;
    if (event.key === "Enter" && !event.shiftKey && field.dataset?.dispatch?.includes("on_enter_pressed")) {
      event.preventDefault();
      forget(field);
      send(field, field.id, field.value);
    }
  });
  addEventListener("pagehide", flush);
}

/** Send what waits to be kept. */
export function flush() {
  return Promise.all([...waiting.keys()].map(keep));
}

function typed(field) {
  forget(field);
  const isHeard = field.dataset.dispatch.includes("on_character_entered");
  waiting.set(field, setTimeout(() => (isHeard ? send(field, field.id, field.value) : keep(field)), PATIENCE));
}

function forget(field) {
  clearTimeout(waiting.get(field));
  waiting.delete(field);
}

function keep(field) {
  forget(field);
  return act({ act: "type", ...locate(field), value: field.value });
}

function chosenIn(choices) {
  const values = [...choices.querySelectorAll(":checked")].map((input) => input.value);
  return choices.role === "radiogroup" ? values[0] : values;
}

async function send(field, id, value) {
  forget(field);
  if (await confirmed(questionOf(id))) await act({ act: "select", ...locate(field), value });
  await refresh();
}
