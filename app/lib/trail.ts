/** Key of the session storage, which each tab has for itself. */
const storageKey = "trail";
/** Left as soon as they have done their work: going back does not lead to them. */
const passedThrough = [
  "/page/login",
  "/page/login/factor",
  "/page/login/link",
  "/page/login/oidc",
  "/page/pay",
];

/** A movie's episodes are one place. */
const placeOf = (path: string) => path.replace(/^(\/video\/[^/]+)\/\d+$/, "$1");

/** Number of the present entry among those of this app, counted by the router; null before it has done so. */
function present(): number | null {
  const { idx } = (history.state ?? {}) as { idx?: unknown };
  return typeof idx === "number" ? idx : null;
}

function read(): (string | null)[] {
  try {
    const trail: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(trail) ? (trail as (string | null)[]) : [];
  } catch {
    return [];
  }
}

/** Notes the path of the tab's present history entry. */
export function notePlace(path: string): void {
  const at = present();
  if (at === null) return;
  const trail = read();
  trail[at] = placeOf(path);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(trail));
  } catch {
    // Without storage every way back leads to the parent page.
  }
}

/**
 * How many entries of the history lie between this page and the page before it. Entries of the same place (another
 * episode, another filter) are passed over, and pages that were only passed through.
 * @returns null if there is no such page, or it is not known
 */
export function stepsBack(path: string): number | null {
  const at = present();
  if (at === null) return null;
  const trail = read();
  for (let before = at - 1; before >= 0; before--) {
    const place = trail[before];
    if (typeof place !== "string") return null;
    if (place !== placeOf(path) && !passedThrough.includes(place)) return at - before;
  }
  return null;
}
