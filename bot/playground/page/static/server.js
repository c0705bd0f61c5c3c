// The line to the server: acts go one after the other, and what is shown follows from what the server says.

import { refresher } from "./following.js";
import { patch } from "./patch.js";

const { person } = document.body.dataset;

let last = Promise.resolve();

/** Ask for one act; gives what the server tells. A problem is shown by itself. */
export function act(order) {
  last = last.then(() => post(order));
  return last;
}

async function post(order) {
  try {
    const response = await fetch(`/${person}/act`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(order),
    });
    const told = response.ok ? await response.json() : { problem: await response.text() };
    if (told.problem) toast(told.problem);
    return told;
  } catch {
    const problem = "The local Slack doesn't answer. Is it still running?";
    toast(problem);
    return { problem };
  }
}

export async function completions(typed) {
  try {
    const response = await fetch(`/${person}/complete?${new URLSearchParams({ typed })}`);
    return response.ok ? await response.json() : [];
  } catch {
    return [];
  }
}

export const refresh = refresher(patch);

export function toast(words) {
  const shown = document.createElement("div");
  shown.className = "toast";
  const text = document.createElement("span");
  text.textContent = words;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "icon-button";
  close.textContent = "✕";
  close.ariaLabel = "Dismiss";
  close.onclick = () => shown.remove();
  shown.append(text, close);
  // Within an open dialog, or else it would lie behind it and couldn't be reached.
  const dialog = document.querySelector("#modal[open]");
  const place = document.getElementById("toasts");
  (dialog ?? document.body).append(place);
  place.append(shown);
  setTimeout(() => shown.remove(), 12_000);
}
