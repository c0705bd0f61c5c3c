// Modals and the question whether one is sure. The browser's own dialogs keep the focus inside.

let opener = null; // the id of what had the focus before the modal opened
let shown = null; // the id of the view that is on top
const focusIn = new Map(); // where the focus was in a view that another was pushed upon

const dialog = () => document.getElementById("modal");

export function beforeModalChanges() {
  const focused = document.activeElement;
  if (!shown) opener = focused?.id || opener;
  else if (dialog().contains(focused) && focused.id) focusIn.set(shown, focused.id);
}

export function afterModalChanged() {
  const view = dialog().querySelector("form");
  if (view && !dialog().open) dialog().showModal();
  if (!view && dialog().open) {
    dialog().close();
    focusIn.clear();
    (document.getElementById(opener) ?? document.getElementById("composer-text"))?.focus();
  }
  if (view && view.id !== shown) focusView(view);
  shown = view?.id ?? null;
}

function focusView(view) {
  const before = focusIn.has(view.id) && document.getElementById(focusIn.get(view.id));
  const first = view.querySelector("[autofocus]") ?? view.querySelector(".block-input :is(input, textarea, button)");
  (before || first || view.querySelector("h2")).focus();
}

export function focusFirstError() {
  dialog().querySelector(".has-error :is(input, textarea, button)")?.focus();
}

/** Ask what the app wants to be asked before an act; true where there is nothing to ask. */
export function confirmed(question) {
  if (!question) return Promise.resolve(true);
  const confirm = document.getElementById("confirm");
  confirm.replaceChildren(question.content.cloneNode(true));
  confirm.showModal();
  return new Promise((resolve) => {
    confirm.onclose = () => {
      confirm.replaceChildren();
      resolve(confirm.returnValue === "confirm");
    };
    confirm.returnValue = "";
    confirm.onclick = (event) => {
      const button = event.target.closest("button");
      if (button) confirm.close(button.value);
    };
  });
}
