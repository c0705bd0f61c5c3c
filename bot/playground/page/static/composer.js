// Where one writes: completion of commands, skills, people and channels, sending, and a draft that outlives a reload.

import { act, completions, refresh } from "./server.js";

const { person, place, thread } = document.body.dataset;
const DRAFT = `draft ${person} ${place} ${thread}`;
const LAST = `last ${person}`;

let offered = []; // what can be completed now: {text, label, usage, hint}
let active = -1;
let latest = Promise.resolve(); // the last search for completions

const field = () => document.getElementById("composer-text");
const list = () => document.getElementById("completions");
const offers = () => JSON.parse(document.getElementById("offers").textContent);

export function followComposer() {
  if (field() && !field().value) field().value = sessionStorage.getItem(DRAFT) ?? "";
  document.addEventListener("input", (event) => event.target === field() && typed());
  document.addEventListener("keydown", (event) => event.target === field() && keyPressed(event));
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "composer") return;
    event.preventDefault();
    say();
  });
  document.addEventListener("focusout", (event) => event.target === field() && offer([]));
  document.addEventListener("mousedown", (event) => {
    const completion = event.target.closest?.(".completion");
    if (!completion) return;
    event.preventDefault(); // the field keeps the focus
    accept(offered[[...list().children].indexOf(completion)]);
  });
  document.addEventListener("click", (event) => {
    const example = event.target.closest("[data-inserts]");
    if (example) write(example.dataset.inserts);
  });
}

function write(text) {
  field().value = text;
  field().focus();
  field().setSelectionRange(text.length, text.length);
  typed();
}

function typed() {
  const text = field().value;
  sessionStorage.setItem(DRAFT, text);
  active = -1;
  const search = completionsOf(text).then((found) => {
    if (search === latest && document.activeElement === field()) offer(found);
  });
  latest = search;
}

async function completionsOf(text) {
  const { commands, mentions, channels } = offers();
  const command = commands.find((each) => text.startsWith(`${each.text} `));
  if (command && !thread) {
    const found = await completions(text.slice(command.text.length + 1));
    return found.map(({ text: words, hint }) => ({ text: `${command.text} ${words} `, label: words, usage: "", hint }));
  }
  if (text.startsWith("/") && !thread) {
    const begun = commands.filter((each) => each.text.startsWith(text));
    return begun.map((each) => ({ ...each, text: `${each.text} `, label: each.text }));
  }
  const [token] = /(?<=^|\s)[@#]\S*(?: \S*)?$/.exec(text) ?? [];
  if (!token) return [];
  const begun = [...mentions, ...channels].filter((each) => each.text.toLowerCase().startsWith(token.toLowerCase()));
  const before = text.slice(0, text.length - token.length);
  return begun.map((each) => ({ text: `${before}${each.text} `, label: each.text, usage: "", hint: each.hint }));
}

function offer(found) {
  offered = found.filter((each) => each.text !== field()?.value);
  active = -1;
  list().replaceChildren(...offered.map(completionElement));
  list().hidden = !offered.length;
  field()?.removeAttribute("aria-activedescendant");
  document.getElementById("status").textContent = offered.length ? `${offered.length} suggestions` : "";
}

function completionElement({ label, usage, hint }, n) {
  const element = document.createElement("li");
  element.className = "completion";
  element.id = `completion-${n}`;
  element.role = "option";
  element.ariaSelected = "false";
  const words = document.createElement("span");
  words.className = "completion-text";
  words.textContent = label;
  if (usage) {
    const example = document.createElement("i");
    example.textContent = ` ${usage}`;
    words.append(example);
  }
  const note = document.createElement("span");
  note.className = "completion-hint";
  note.textContent = hint;
  element.append(words, note);
  return element;
}

function keyPressed(event) {
  const isOpen = offered.length > 0;
  if (event.isComposing) return;
  if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    if (active >= 0) accept(offered[active]);
    else say();
  } else if (isOpen && event.key === "Tab" && !event.shiftKey) {
    event.preventDefault();
    // What is offered may be for fewer letters than there are by now.
    latest.then(() => offered.length && accept(offered[Math.max(active, 0)]));
  } else if (isOpen && event.key === "Escape") {
    offer([]);
  } else if (isOpen && ["ArrowDown", "ArrowUp"].includes(event.key)) {
    event.preventDefault();
    move(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "ArrowUp" && !field().value) {
    event.preventDefault();
    write(sessionStorage.getItem(LAST) ?? "");
  }
}

function move(step) {
  const many = offered.length;
  active = active < 0 ? (step > 0 ? 0 : many - 1) : (active + step + many) % many;
  [...list().children].forEach((element, n) => (element.ariaSelected = n === active));
  list().children[active].scrollIntoView({ block: "nearest" });
  field().setAttribute("aria-activedescendant", `completion-${active}`);
}

function accept({ text }) {
  offer([]);
  write(text);
}

async function say() {
  const text = field().value;
  if (!text.trim()) return;
  field().value = "";
  sessionStorage.removeItem(DRAFT);
  sessionStorage.setItem(LAST, text.trim());
  latest = Promise.resolve();
  offer([]);
  const told = await act({ act: "say", text, channel: place, thread: thread || null });
  if (told.problem && !field().value) write(text);
  await refresh();
}
