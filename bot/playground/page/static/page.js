// The page of the local Slack: everything it shows comes from the server, and every click goes there.

import { followComposer } from "./composer.js";
import { flush, followFields } from "./fields.js";
import { follow } from "./following.js";
import { afterModalChanged, confirmed, focusFirstError } from "./modals.js";
import { remember, show } from "./patch.js";
import { followPickers, locate, questionOf } from "./pickers.js";
import { followPopovers } from "./popovers.js";
import { followTheme, keep } from "./preferences.js";
import { act, refresh } from "./server.js";

const root = document.documentElement;

/** What a press of this control asks for. */
function orderOf(control) {
  const { act: name, callback, value } = control.dataset;
  const order = { act: name, ...locate(control) };
  if (name === "close") order.whole_stack = "wholeStack" in control.dataset;
  if (name === "join") order.channel = document.body.dataset.place;
  if (callback) order.callback = callback;
  if (value !== undefined) order.value = value;
  return order;
}

async function pressed(control) {
  if (control.ariaBusy === "true") return;
  const order = orderOf(control);
  const question = questionOf(control.dataset.confirm?.replace(/-confirm$/, "") ?? control.id);
  control.closest("[popover]")?.hidePopover();
  if (!(await confirmed(question))) return;
  control.ariaBusy = "true";
  await flush();
  await act(order);
  control.removeAttribute("aria-busy");
  await refresh();
}

document.addEventListener("click", (event) => {
  const control = event.target.closest("[data-act]");
  if (control) pressed(control);
});

document.addEventListener("submit", async (event) => {
  if (!event.target.matches(".modal-view")) return;
  event.preventDefault();
  const button = document.getElementById("modal-submit");
  if (!button || button.ariaBusy === "true") return;
  button.ariaBusy = "true";
  await flush();
  await act({ act: "submit", surface: event.target.dataset.surface });
  button.removeAttribute("aria-busy");
  await refresh();
  focusFirstError();
});

// Escape takes one view off the stack; the server says what is shown then.
document.getElementById("modal").addEventListener("cancel", (event) => {
  if (event.target.id !== "modal") return;
  event.preventDefault();
  document.getElementById("modal-close")?.click();
});

function showCalls(isShown) {
  root.dataset.calls = isShown ? "shown" : "hidden";
  keep("calls", root.dataset.calls);
  const button = document.getElementById("calls-button");
  button.ariaExpanded = isShown;
  if (!isShown) button.focus();
  else if (matchMedia("(max-width: 1100px)").matches) document.getElementById("calls-close").focus();
}

function showRail(isShown) {
  root.dataset.rail = isShown ? "open" : "closed";
  document.getElementById("burger").ariaExpanded = isShown;
  document.getElementById(isShown ? "who" : "burger").focus();
}

document.addEventListener("click", (event) => {
  const pressedOne = (id) => event.target.closest(`#${id}`);
  if (pressedOne("calls-button")) showCalls(root.dataset.calls !== "shown");
  else if (pressedOne("calls-close")) showCalls(false);
  else if (pressedOne("burger")) showRail(root.dataset.rail !== "open");
  else if (pressedOne("veil")) showRail(false);
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || document.querySelector(":popover-open, dialog[open]")) return;
  if (root.dataset.rail === "open") showRail(false);
  else if (document.activeElement.closest("#calls")) showCalls(false);
});

remember();
followPopovers();
followPickers();
followFields();
followComposer();
afterModalChanged();
show(document.querySelector("#log > .message:last-child"));
followTheme();
document.addEventListener("closed", refresh);
follow("/changes", refresh);
if (document.querySelector("[data-opened-by-looking]")) act({ act: "home" });
