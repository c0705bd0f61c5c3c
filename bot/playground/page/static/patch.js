// Bringing the page up to date: only what the server now says differently is replaced, and focus and typing are kept.

import { beforeModalChanges, afterModalChanged } from "./modals.js";

const REGIONS = ["rail", "place", "home", "composer-place", "modal-content"];
const LISTS = ["log", "calls-list"];

// What the server last said, by id. What stands on the page may differ by what scripts did to it.
const said = new Map();

export function remember() {
  rememberRegions(REGIONS);
  for (const id of LISTS) for (const item of document.getElementById(id)?.children ?? []) note(item);
}

export function rememberRegions(ids) {
  for (const id of ids) note(document.getElementById(id));
}

function note(element) {
  if (element) said.set(element.id, element.outerHTML);
}

export function patch(fresh) {
  document.title = fresh.title;
  beforeModalChanges();
  patchRegions(REGIONS, fresh);
  const arrived = patchList(document.getElementById("log"), fresh.getElementById("log"));
  patchList(document.getElementById("calls-list"), fresh.getElementById("calls-list"));
  afterModalChanged();
  if (arrived.length) show(arrived.at(-1));
}

/** Replace the regions of which the server says something else by now; whether there was any. */
export function patchRegions(ids, fresh) {
  return ids.filter((id) => patchRegion(document.getElementById(id), fresh.getElementById(id))).length > 0;
}

function patchRegion(old, fresh) {
  if (!old || !fresh || said.get(old.id) === fresh.outerHTML || isInUse(old)) return false;
  note(fresh);
  replace(old, fresh);
  return true;
}

/** Whoever chooses in a menu isn't interrupted: closing it refreshes. */
function isInUse(element) {
  return element.querySelector(":popover-open") !== null;
}

function patchList(old, fresh) {
  if (!old || !fresh) return [];
  const arrived = [];
  const wanted = new Set([...fresh.children].map((item) => item.id));
  for (const item of [...old.children]) if (!wanted.has(item.id)) remove(item);
  let place = old.firstElementChild;
  for (const item of [...fresh.children]) {
    let standing = document.getElementById(item.id);
    if (!standing) {
      note(item);
      standing = document.importNode(item, true);
      standing.classList.add("arrived");
      arrived.push(standing);
    } else if (said.get(item.id) !== item.outerHTML && !isInUse(standing)) {
      note(item);
      const isNext = standing === place;
      standing = replace(standing, item);
      if (isNext) place = standing;
    }
    if (standing !== place) old.insertBefore(standing, place);
    place = standing.nextElementSibling;
  }
  return arrived;
}

function remove(item) {
  const hadFocus = item.contains(document.activeElement);
  said.delete(item.id);
  item.remove();
  if (hadFocus) document.getElementById("composer-text")?.focus();
}

function replace(old, fresh) {
  const standing = document.importNode(fresh, true);
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const [from, to] = focused?.selectionStart === undefined ? [] : [focused.selectionStart, focused.selectionEnd];
  const scrolled = old.querySelector("#modal-scroll")?.scrollTop;
  const isSameView = old.querySelector("form")?.id === standing.querySelector("form")?.id;
  keepTyped(old, standing);
  keepOpen(old, standing);
  old.replaceWith(standing);
  if (scrolled && isSameView) standing.querySelector("#modal-scroll").scrollTop = scrolled;
  if (focused) {
    const same = counterpart(focused, standing);
    (same ?? standing).focus({ preventScroll: true });
    if (same && typeof from === "number") same.setSelectionRange(from, to);
  }
  return standing;
}

/** The same control by its id, or else what does the same: an app may name its blocks anew. */
function counterpart(focused, standing) {
  const same = focused.id && document.getElementById(focused.id);
  if (same) return same;
  const action = focused.closest("[data-action]")?.dataset.action;
  const holder = action && standing.querySelector(`[data-action="${CSS.escape(action)}"]`);
  return holder ? holder.querySelector("button, input") ?? holder : null;
}

/** What was typed and not sent yet is newer than what the server knows. */
function keepTyped(old, fresh) {
  for (const field of old.querySelectorAll("[data-typed], #composer-text")) {
    const same = fresh.querySelector(`[id="${CSS.escape(field.id)}"]`);
    if (same && field.value !== field.defaultValue) same.value = field.value;
  }
}

/** What somebody has unfolded stays so. */
function keepOpen(old, fresh) {
  for (const one of old.querySelectorAll("details[open][id]")) {
    fresh.querySelector(`details[id="${CSS.escape(one.id)}"]`)?.setAttribute("open", "");
  }
}

/** A message that is taller than the window is read from its beginning. */
export function show(message) {
  const scroll = document.getElementById("scroll");
  if (!scroll || !message || !scroll.contains(message)) return;
  const isTall = message.offsetHeight > scroll.clientHeight - 24;
  scroll.scrollTop = isTall ? message.offsetTop - scroll.offsetTop - 12 : scroll.scrollHeight;
}
