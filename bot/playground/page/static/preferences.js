// What the person at the page prefers, kept in cookies of this browser.

const YEAR = 365 * 24 * 60 * 60;

export function keep(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR}; samesite=strict`;
}

export function followTheme() {
  document.addEventListener("change", (event) => {
    if (event.target.name !== "theme") return;
    document.documentElement.dataset.theme = event.target.value;
    keep("theme", event.target.value);
  });
}
