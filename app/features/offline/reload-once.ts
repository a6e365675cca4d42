const key = "reloaded-at";
/** A second failure within this time is not mended by reloading. Milliseconds. */
const againMs = 60_000;

/**
 * When a part of the page can't be loaded because the server has another build by now, a fresh page mends it: once. A
 * part that is still missing then, or missing because there is no network, is an error like any other.
 */
export function reloadOnMissingPart(scope: Window = window): void {
  scope.addEventListener("vite:preloadError", (event) => {
    if (!scope.navigator.onLine) return;
    try {
      const last = Number(scope.sessionStorage.getItem(key) ?? 0);
      if (Date.now() - last < againMs) return;
      scope.sessionStorage.setItem(key, String(Date.now()));
    } catch {
      // Without a note of the first time there would be no end to it.
      return;
    }
    event.preventDefault();
    scope.location.reload();
  });
}
