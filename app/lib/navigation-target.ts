import { useLocation, type Location, type Navigation } from "@remix-run/react";
import { useSyncExternalStore } from "react";

type RouterState = {
  location: Location;
  navigation: Navigation;
  /** Where the page was left, for a step in the history; false if the page stays where it is. */
  restoreScrollPosition: number | null | false;
  /** What the form answered that led to the page, by route; null if none did. */
  actionData: Record<string, unknown> | null;
};
/** What is used here of the router that Remix keeps at `window.__remixRouter`. */
type Router = { state: RouterState; subscribe: (listener: (state: RouterState) => void) => () => void };

const listeners = new Set<() => void>();
let target: Location | null = null;
let watching = false;

/**
 * @returns the address that a link, or a step in the history, is leading to, until its page is on the screen; null
 * otherwise, and for forms. Known in the same frame as the tap: `useNavigation` tells only after React has rendered the
 * whole page once more, which takes a slow phone half a second (decision 070).
 */
export function useNavigationTarget(): Location | null {
  const { key } = useLocation();
  const latest = useSyncExternalStore(subscribe, read, readNothing);
  return latest && latest.key !== key ? latest : null;
}

/** Whether the page that has come is scrolled to where it was left, or stays where it is: what is there is seen first. */
export function returnsToPlace(): boolean {
  const place = routerOfWindow()?.state.restoreScrollPosition;
  return place !== null && place !== 0;
}

/**
 * Whether the page has a form's answer, which the document may have come with. `useNavigation` cannot tell: React may
 * render the page only once for a form that has been sent and answered meanwhile.
 */
export function hasFormAnswer(): boolean {
  return (routerOfWindow()?.state.actionData ?? null) !== null;
}

const routerOfWindow = () => (window as { __remixRouter?: Router }).__remixRouter;

/** Calls back with each new target, in the frame of the tap. @returns stops it */
export function followTarget(listener: (target: Location | null) => void): () => void {
  return subscribe(() => listener(target));
}

const read = () => target;
const readNothing = () => null;

function subscribe(listener: () => void): () => void {
  const router = routerOfWindow();
  if (router && !watching) {
    watching = true;
    router.subscribe(follow);
  }
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function follow(state: RouterState): void {
  const next = targetOf(state, target);
  if (next === target) return;
  target = next;
  for (const listener of listeners) listener();
}

/** @param before kept after its data have come, since React has yet to render the page */
export function targetOf(
  { location, navigation }: Pick<RouterState, "location" | "navigation">,
  before: Location | null,
): Location | null {
  if (navigation.state === "idle") return before?.key === location.key ? before : null;
  return navigation.state === "loading" && navigation.formMethod === undefined ? navigation.location : null;
}
