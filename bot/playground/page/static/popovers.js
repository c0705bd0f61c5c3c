// Menus and lists that open at a button: where they stand, where the focus goes, and the keys within a menu.

const GAP = 4;
const MARGIN = 8;
const MOST = 520;

export const triggerOf = (popover) => document.querySelector(`[popovertarget="${CSS.escape(popover.id)}"]`);

export function followPopovers() {
  document.addEventListener("click", (event) => {
    const trigger = event.target.closest("[popovertarget]");
    if (!trigger) return;
    event.preventDefault(); // the browser would open it too, but later tell us so
    const popover = document.getElementById(trigger.getAttribute("popovertarget"));
    if (popover.matches(":popover-open")) popover.hidePopover();
    else open(popover, trigger);
  });
  document.addEventListener("toggle", (event) => event.newState === "closed" && closed(event.target), true);
  document.addEventListener("keydown", keyPressed);
  const placeAgain = () => document.querySelectorAll(":popover-open").forEach(place);
  addEventListener("resize", placeAgain);
  addEventListener("scroll", (event) => event.target.matches?.("[popover], [popover] *") || placeAgain(), true);
}

function open(popover, trigger) {
  popover.showPopover();
  trigger.ariaExpanded = "true";
  place(popover);
  popover.dispatchEvent(new CustomEvent("opened", { bubbles: true }));
  const first = popover.querySelector("[role=menuitem]") ?? popover.querySelector("input, [role=listbox]");
  first?.focus({ preventScroll: true });
}

function closed(popover) {
  const trigger = popover.isConnected && triggerOf(popover);
  if (!trigger) return;
  trigger.ariaExpanded = "false";
  if (!document.activeElement || document.activeElement === document.body) trigger.focus();
  popover.dispatchEvent(new CustomEvent("closed", { bubbles: true }));
}

export function place(popover) {
  const trigger = triggerOf(popover);
  if (!trigger) return;
  const at = trigger.getBoundingClientRect();
  const style = popover.style;
  style.maxHeight = "none";
  if (popover.matches(".listbox")) style.minWidth = `${at.width}px`;
  const height = popover.offsetHeight;
  const below = innerHeight - at.bottom - GAP - MARGIN;
  const above = at.top - GAP - MARGIN;
  const isBelow = height <= below || below >= above;
  const room = Math.min(isBelow ? below : above, MOST);
  style.maxHeight = `${room}px`;
  style.top = `${isBelow ? at.bottom + GAP : at.top - GAP - Math.min(height, room)}px`;
  style.left = `${Math.max(MARGIN, Math.min(at.left, innerWidth - popover.offsetWidth - MARGIN))}px`;
}

function keyPressed(event) {
  const opening = event.target.closest?.("[popovertarget]");
  if (opening && event.key === "ArrowDown") {
    event.preventDefault();
    if (opening.ariaExpanded !== "true") opening.click();
    return;
  }
  const menu = event.target.closest?.("[role=menu]");
  if (menu) moveInMenu(event, menu);
}

function moveInMenu(event, menu) {
  const items = [...menu.querySelectorAll("[role=menuitem]")];
  const at = items.indexOf(document.activeElement);
  const targets = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  if (event.key === "Tab") {
    menu.hidePopover();
    triggerOf(menu)?.focus();
  } else if (event.key in targets) {
    event.preventDefault();
    items.at(targets[event.key] % items.length).focus();
  }
}
