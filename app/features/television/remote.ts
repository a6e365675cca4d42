import { nearest, type Direction } from "./nearest.ts";

const arrows: Record<string, Direction> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};
const backKeys = ["Escape", "GoBack", "BrowserBack", "XF86Back"];
const focusable =
  "a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary, [tabindex='0']";
/** Lists that scroll can be focused, for keys that scroll them; with a remote control their entries are. */
const scrolling = "ul[tabindex]";
const writing = "input:not([type=range], [type=radio], [type=checkbox]), textarea";
/** Milliseconds without a key, after which the controls of a playing film may hide. */
const restMs = 5_000;

/**
 * Moves the focus by the arrow keys of a remote control, chooses by OK and leaves by Back.
 * @returns a function that stops it
 */
export function followRemote(): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const press = (event: KeyboardEvent) => {
    clearTimeout(timer);
    timer = setTimeout(leaveControls, restMs);
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    const direction = arrows[event.key];
    const does = direction ? move(direction) : event.key === "Enter" && choose();
    if (!does) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const back = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !backKeys.includes(event.key)) return;
    event.preventDefault();
    goBack();
  };
  // Before the page's own keys; and Back after them, as it closes what they have open.
  document.addEventListener("keydown", press, { capture: true, signal });
  window.addEventListener("keydown", back, { signal });
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}

/** @returns whether the key has done its work; otherwise it is the element's */
function move(direction: Direction): boolean {
  const at = focused();
  const sideways = direction === "left" || direction === "right";
  if (!at) {
    // With nothing chosen, the film is: left and right seek in it.
    if (sideways && document.querySelector(".player")) return false;
    return enter();
  }
  if (sideways && at.matches("input[type=range]")) return false;
  if (sideways && at.matches(writing) && (at as HTMLInputElement).value !== "") return false;
  // The list of suggestions is walked by the field's own keys.
  if (!sideways && at.getAttribute("aria-expanded") === "true" && at.matches(writing)) return false;
  const others = candidates().filter((one) => one !== at);
  const row = sideways ? at.closest("ul") : null;
  const next =
    row &&
    nearestOf(
      at,
      others.filter((one) => row.contains(one)),
      direction,
    );
  const chosen = next ?? nearestOf(at, others, direction);
  if (chosen) show(chosen);
  return true;
}

function nearestOf(at: HTMLElement, others: HTMLElement[], direction: Direction): HTMLElement | undefined {
  const boxes = others.map((one) => one.getBoundingClientRect());
  return others[nearest(at.getBoundingClientRect(), boxes, direction)];
}

/** OK on what a keyboard chooses by the space bar; links and buttons know Enter. */
function choose(): boolean {
  const at = focused();
  if (!at) return enter();
  if (at.matches("input[type=radio], input[type=checkbox]")) {
    at.click();
    return true;
  }
  if (at instanceof HTMLSelectElement) {
    at.showPicker();
    return true;
  }
  return false;
}

/** Focuses the first thing of the page that is in view: the film's button to play, or the first link. */
function enter(): boolean {
  const all = candidates();
  const first =
    all.find((one) => one.matches(".control-play")) ??
    all.find((one) => one.closest("main, dialog") && one.getBoundingClientRect().top >= 0) ??
    all[0];
  if (first) show(first);
  return first !== undefined;
}

function goBack(): void {
  const open = [...document.querySelectorAll<HTMLDialogElement>("dialog:modal")].at(-1);
  if (open) return open.close();
  if (leaveControls()) return;
  // It knows which page was before, and which one is the parent.
  const link = document.querySelector<HTMLElement>("[data-back]");
  if (link) link.click();
  else history.back();
}

/** The controls stay while one of them has the focus. @returns whether one had it over a playing film */
function leaveControls(): boolean {
  const at = focused();
  const player = at?.closest(".player");
  if (!player || document.querySelector("dialog:modal") || player.querySelector("video")?.paused !== false)
    return false;
  at!.blur();
  return true;
}

function focused(): HTMLElement | null {
  const at = document.activeElement;
  return at instanceof HTMLElement && at !== document.body && !at.matches(".player, video") ? at : null;
}

/** What can be chosen: in the open dialog, else on the whole page. */
function candidates(): HTMLElement[] {
  const within = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document;
  return [...within.querySelectorAll<HTMLElement>(focusable)].filter((one) => {
    if (one.matches(scrolling) || one.closest("[inert], [aria-hidden=true]")) return false;
    const { width, height, right, left } = one.getBoundingClientRect();
    // The link that skips to the content is outside of the page until it has the focus.
    const outside = one.matches("[href='#content']");
    return (
      width > 1 && height > 1 && right > left && !outside && one.checkVisibility({ visibilityProperty: true })
    );
  });
}

function show(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  // The player fills the screen, and is seen as a whole.
  const stage = element.closest(".stage");
  (stage ?? element).scrollIntoView({
    block: stage ? "start" : "center",
    inline: "nearest",
    behavior: "instant",
  });
}
