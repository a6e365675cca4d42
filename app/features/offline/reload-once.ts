const key = "reloaded-at";
/** A second failure within this time does not reload. Milliseconds. */
const againMs = 60_000;

/**
 * If a part of the page can't be loaded because the server has another build by now, this reloads the page once. A part
 * that is still missing then, or missing because there is no network, is an error like any other.
 */
export function reloadOnMissingPart(scope: Window = window): void {
  scope.addEventListener("vite:preloadError", (event) => {
    if (!scope.navigator.onLine) return;
    try {
      const last = Number(scope.sessionStorage.getItem(key) ?? 0);
      if (Date.now() - last < againMs) return;
      scope.sessionStorage.setItem(key, String(Date.now()));
    } catch {
      // Without a record of the first reload, it would reload for ever.
      return;
    }
    event.preventDefault();
    scope.location.reload();
  });
}
