// Select menus: one choice or several, filtered by typing, or asked of the app while one types.

import { confirmed } from "./modals.js";
import { place, triggerOf } from "./popovers.js";
import { act, refresh } from "./server.js";

const PATIENCE = 150; // milliseconds without a key before the app is asked

/** Where a control stands: what every act on it says. */
export function locate(control) {
  return {
    surface: control.closest("[data-surface]")?.dataset.surface,
    block: control.closest("[data-block]")?.dataset.block,
    action: control.closest("[data-action]")?.dataset.action,
  };
}

export const questionOf = (id) => document.getElementById(`${id}-confirm`);

const pickerOf = (element) => element.closest("[data-picker]");
const listOf = (picker) => picker.querySelector("[role=listbox]");
const searchOf = (picker) => picker.querySelector(".picker-search");
const options = (picker) => [...listOf(picker).querySelectorAll(".option:not([hidden])")];
const chosen = (picker) => options(picker).filter((option) => option.ariaSelected === "true");

export function followPickers() {
  document.addEventListener("opened", (event) => pickerOf(event.target) && opened(pickerOf(event.target)));
  document.addEventListener("closed", (event) => pickerOf(event.target) && closed(pickerOf(event.target)));
  document.addEventListener("click", (event) => {
    const option = event.target.closest(".option");
    if (option) choose(option);
  });
  document.addEventListener("mousemove", (event) => {
    const option = event.target.closest?.(".option");
    if (option) activate(pickerOf(option), option);
  });
  document.addEventListener("input", (event) => {
    if (event.target.matches(".picker-search")) searched(pickerOf(event.target));
  });
  document.addEventListener("keydown", (event) => {
    const picker = event.target.closest?.("[data-picker] [popover]") && pickerOf(event.target);
    if (picker) keyPressed(event, picker);
  });
}

function opened(picker) {
  const search = searchOf(picker);
  if (search) search.value = "";
  picker.dataset.before = JSON.stringify(chosen(picker).map((option) => option.dataset.value));
  if ("external" in picker.dataset) ask(picker);
  else searched(picker);
  activate(picker, chosen(picker)[0] ?? options(picker)[0]);
}

function closed(picker) {
  if (!("multiple" in picker.dataset)) return;
  const values = [...listOf(picker).querySelectorAll("[aria-selected=true]")].map((option) => option.dataset.value);
  if (JSON.stringify(values) !== picker.dataset.before) send(picker, values);
}

function activate(picker, option) {
  for (const other of listOf(picker).querySelectorAll(".active")) other.classList.remove("active");
  const holder = searchOf(picker) ?? listOf(picker);
  if (option) {
    option.classList.add("active");
    option.scrollIntoView({ block: "nearest" });
    holder.setAttribute("aria-activedescendant", option.id);
  } else {
    holder.removeAttribute("aria-activedescendant");
  }
}

function keyPressed(event, picker) {
  const all = options(picker);
  const at = all.findIndex((option) => option.classList.contains("active"));
  const targets = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  const search = searchOf(picker);
  if (event.key === "Tab") {
    const popover = picker.querySelector("[popover]");
    popover.hidePopover();
    triggerOf(popover).focus();
  } else if (event.key in targets && !(search && ["Home", "End"].includes(event.key)) && all.length) {
    event.preventDefault();
    activate(picker, all.at(targets[event.key] % all.length));
  } else if (event.key === "Enter" || (event.key === " " && !search)) {
    event.preventDefault();
    chooseActive(picker);
  } else if (!search && event.key.length === 1) {
    activate(picker, all.find((option) => option.innerText.trim().toLowerCase().startsWith(event.key.toLowerCase())) ?? all[at]);
  }
}

async function chooseActive(picker) {
  // What is offered may be for fewer letters than there are by now.
  if ("external" in picker.dataset && searchOf(picker).value !== picker.dataset.query) await ask(picker);
  const option = listOf(picker).querySelector(".option.active");
  if (option) choose(option);
}

function choose(option) {
  const picker = pickerOf(option);
  if ("multiple" in picker.dataset) {
    const isFull = chosen(picker).length >= Number(picker.dataset.most);
    if (option.ariaSelected === "true") option.ariaSelected = "false";
    else if (!isFull) option.ariaSelected = "true";
    return;
  }
  const popover = picker.querySelector("[popover]");
  popover.hidePopover();
  triggerOf(popover).focus();
  if (option.ariaSelected !== "true") send(picker, option.dataset.value);
}

async function send(picker, value) {
  const button = picker.querySelector(".picker-button");
  if (!(await confirmed(questionOf(button.id)))) return refresh();
  button.ariaBusy = "true";
  await act({ act: "select", ...locate(picker), value, query: picker.dataset.query ?? "" });
  button.removeAttribute("aria-busy");
  await refresh();
}

function searched(picker) {
  if ("external" in picker.dataset) {
    clearTimeout(picker.waiting);
    picker.waiting = setTimeout(() => ask(picker), PATIENCE);
    return;
  }
  const wanted = searchOf(picker)?.value.trim().toLowerCase() ?? "";
  for (const option of listOf(picker).querySelectorAll(".option")) {
    option.hidden = !option.innerText.toLowerCase().includes(wanted) && !option.textContent.toLowerCase().includes(wanted);
  }
  tell(picker, options(picker).length ? "" : "Nothing found");
  activate(picker, options(picker)[0]);
}

async function ask(picker) {
  clearTimeout(picker.waiting);
  const query = searchOf(picker).value;
  const least = Number(picker.dataset.least);
  if (query.length < least) {
    listOf(picker).replaceChildren();
    tell(picker, least === 1 ? "Type to search" : `Type at least ${least} characters`);
    return;
  }
  const told = await act({ act: "suggest", ...locate(picker), query });
  if (query !== searchOf(picker).value) return;
  picker.dataset.query = query;
  const button = picker.querySelector(".picker-button");
  listOf(picker).replaceChildren(...(told.options ?? []).map((option, n) => optionElement(option, `${button.id}-offer-${n}`)));
  tell(picker, told.options?.length ? "" : "Nothing found");
  activate(picker, options(picker)[0]);
  place(picker.querySelector("[popover]"));
}

function optionElement(option, id) {
  const element = document.createElement("li");
  element.className = "option";
  element.id = id;
  element.role = "option";
  element.dataset.value = option.value;
  element.ariaSelected = "false";
  const words = document.createElement("span");
  words.textContent = option.text.text;
  element.append(words);
  if (option.description) {
    const small = document.createElement("small");
    small.textContent = option.description.text;
    words.append(small);
  }
  return element;
}

function tell(picker, words) {
  const note = picker.querySelector(".picker-note");
  note.textContent = words;
  note.hidden = !words;
  document.getElementById("status").textContent = words;
}
