// What is shown follows what the server says.

/** A function that has `patch` show what there is now. While one look runs, any number of others become one more. */
export function refresher(patch) {
  let refreshing = null;
  let isStale = false;

  async function untilFresh() {
    while (isStale) {
      isStale = false;
      const response = await fetch(location.href).catch(() => null);
      if (!response?.ok) return;
      patch(new DOMParser().parseFromString(await response.text(), "text/html"));
    }
  }

  return () => {
    isStale = true;
    refreshing ??= untilFresh().finally(() => (refreshing = null));
    return refreshing;
  };
}

/** Follow changes for as long as somebody looks: a browser keeps only few connections to one server. */
export function follow(address, refresh) {
  let changes = null;
  const look = () => {
    if (document.hidden) {
      changes?.close();
      changes = null;
    } else if (!changes) {
      changes = new EventSource(address);
      changes.onmessage = refresh;
    }
  };
  addEventListener("pageshow", look);
  addEventListener("pagehide", () => {
    changes?.close();
    changes = null;
  });
  document.addEventListener("visibilitychange", look);
  look();
}
