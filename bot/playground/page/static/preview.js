// The preview: what is chosen stands in the address, and the page follows the content while its author writes.

import { follow, refresher } from "./following.js";
import { patchRegions, rememberRegions } from "./patch.js";
import { followPopovers } from "./popovers.js";
import { followTheme } from "./preferences.js";

const REGIONS = ["faults", "overview", "choice", "card", "nudges", "open-texts", "remarks"];

function patch(fresh) {
  if (fresh.body.dataset.view !== document.body.dataset.view) {
    location.reload();
    return;
  }
  document.title = fresh.title;
  if (patchRegions(REGIONS, fresh)) document.getElementById("status").textContent = "The preview has changed.";
}

const refresh = refresher(patch);

document.addEventListener("change", (event) => {
  const form = event.target.closest("#choice");
  if (!form) return;
  history.pushState(null, "", `?${new URLSearchParams(new FormData(form))}`);
  refresh();
});
addEventListener("popstate", refresh);
document.addEventListener("closed", refresh);

rememberRegions(REGIONS);
followPopovers();
followTheme();
follow("/preview/changes", refresh);
