import type { Hold } from "./hold.ts";

/** A third of the picture, which decides whether a double tap seeks back, does nothing, or seeks forward. */
export type Side = "left" | "middle" | "right";

/** Position of a finger, from the top left corner of a picture of this size. */
export type Finger = { x: number; y: number; width: number; height: number };

export type GestureActions = {
  /**
   * One tap.
   * @param again whether it may still become a double tap: an effect that this could not revert has to wait
   */
  tap: (again: boolean) => void;
  /** The second tap on a side, and each one after it. */
  doubleTap: (side: "left" | "right", finger: Finger) => void;
  /** @returns the value a drag begins at, 0 to 1; null = nothing can be dragged here */
  beginDrag: (side: "left" | "right") => number | null;
  /** @param value at the finger's position, 0 to 1 */
  drag: (side: "left" | "right", value: number) => void;
  endDrag: () => void;
};

export type Gestures = {
  down: (finger: Finger) => void;
  move: (finger: Finger) => void;
  up: (finger: Finger) => void;
  cancel: () => void;
  /** Call it to stop listening. */
  stop: () => void;
};

/** Milliseconds within which a second tap belongs to the first. */
export const doubleTapMs = 280;
/** Milliseconds within which further taps continue a double tap. */
const seriesMs = 700;
/** Pixels a finger may move and still count as a tap. */
const still = 12;
/** A drag over this share of the height covers the whole range. */
const fullDrag = 0.8;

/** @returns which third of the picture a finger is on */
export function sideOf({ x, width }: Finger): Side {
  if (x < width / 3) return "left";
  return x > (width * 2) / 3 ? "right" : "middle";
}

/**
 * Tells taps, double taps, vertical drags and held fingers apart. Knows neither the page nor their effects.
 * @param options.later runs something after milliseconds; returns a function that cancels it
 * @param options.now milliseconds of a monotonic clock
 */
export function createGestures(
  actions: GestureActions,
  options: { now: () => number; later: (ms: number, then: () => void) => () => void; hold: Hold },
): Gestures {
  let start: (Finger & { side: Side }) | null = null;
  let dragging: { side: "left" | "right"; from: number } | null = null;
  let moved = false;
  let last: { side: Side; at: number; series: boolean } | null = null;
  let callOff = () => {};
  const { hold } = options;

  const tapped = (finger: Finger) => {
    const side = sideOf(finger);
    const now = options.now();
    const near = last?.side === side && now - last.at < (last.series ? seriesMs : doubleTapMs);
    if (near && side !== "middle") {
      callOff();
      last = { side, at: now, series: true };
      return actions.doubleTap(side, finger);
    }
    last = { side, at: now, series: false };
    actions.tap(true);
    callOff();
    callOff = options.later(doubleTapMs, () => actions.tap(false));
  };

  return {
    down(finger) {
      start = { ...finger, side: finger.x < finger.width / 2 ? "left" : "right" };
      dragging = null;
      moved = false;
      hold.press();
    },
    move(finger) {
      // A held finger may move as it likes.
      if (!start || hold.held()) return;
      const dx = finger.x - start.x;
      const dy = finger.y - start.y;
      if (!moved && Math.hypot(dx, dy) > still) {
        moved = true;
        hold.release();
        const side = start.side as "left" | "right";
        const from = Math.abs(dy) > Math.abs(dx) ? actions.beginDrag(side) : null;
        if (from !== null) dragging = { side, from };
      }
      if (!dragging) return;
      const value = dragging.from - dy / (finger.height * fullDrag);
      actions.drag(dragging.side, Math.min(1, Math.max(0, value)));
    },
    up(finger) {
      if (!hold.release() && start && !moved) tapped(finger);
      if (dragging) actions.endDrag();
      start = dragging = null;
    },
    cancel() {
      hold.release();
      if (dragging) actions.endDrag();
      start = dragging = null;
    },
    stop() {
      callOff();
      hold.release();
    },
  };
}
