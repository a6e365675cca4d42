import type { PlayerStore } from "../player-store.ts";

/** Visibility of the controls. */
export type Shown = {
  hidden: () => boolean;
  /** Shows them, and hides them after a time without input. */
  wake: () => void;
  /** Hides them: also over a paused video, if the user asked for it. */
  hide: (asked?: boolean) => void;
  /** While held they stay: a sheet is open, a bar is dragged. */
  hold: (on: boolean) => void;
  /** Follows the box and the store. @returns the function that ends it */
  follow: () => () => void;
};

/** Milliseconds without a movement before the controls of a playing video hide. */
const restMs = 3_000;

/**
 * Shows the controls at movements, keys and focus, and hides them during playback. Tells the style sheet by `data-idle`
 * on the box.
 */
export function createShown(store: PlayerStore, box: HTMLElement): Shown {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let holders = 0;
  const hidden = () => "idle" in box.dataset;
  const mayGo = () =>
    store.state().phase === "playing" && holders === 0 && !box.querySelector(":focus-visible:not(video)");
  const hide = (asked = false) => {
    clearTimeout(timer);
    if (mayGo() || (asked && holders === 0 && store.state().phase === "paused")) box.dataset.idle = "";
  };
  const wake = () => {
    clearTimeout(timer);
    delete box.dataset.idle;
    timer = setTimeout(() => hide(), restMs);
  };
  // The gesture layer handles touches: it tells taps and drags apart before anything is shown.
  const byMouse = (then: () => void) => (event: Event) => {
    if ((event as PointerEvent).pointerType === "mouse") then();
  };
  const follow = () => {
    const controller = new AbortController();
    const { signal } = controller;
    box.addEventListener("pointermove", byMouse(wake), { signal });
    box.addEventListener(
      "pointerleave",
      byMouse(() => hide()),
      { signal },
    );
    box.addEventListener("focusin", () => box.querySelector(":focus-visible:not(video)") && wake(), {
      signal,
    });
    box.addEventListener("keydown", wake, { signal });
    let phase = store.state().phase;
    const unsubscribe = store.subscribe((state) => {
      if (state.phase === phase) return;
      phase = state.phase;
      wake();
    });
    wake();
    return () => {
      clearTimeout(timer);
      delete box.dataset.idle;
      unsubscribe();
      controller.abort();
    };
  };
  return {
    hidden,
    wake,
    hide,
    hold(on) {
      holders = Math.max(0, holders + (on ? 1 : -1));
      wake();
    },
    follow,
  };
}
