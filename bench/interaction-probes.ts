// Functions that run inside a page: each is sent there as text, so it must not use anything outside itself.

declare global {
  // Window can only be extended as an interface.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface Window {
    /** Milliseconds of each tap or key press so far; the browser omits those under 16 ms. */
    interactions: number[];
    /** Sum of the page's layout shifts that no input caused. */
    layoutShift: number;
    /** Milliseconds from the last click to the first frame of the page it led to. */
    arrivedMs: number | undefined;
    /** Milliseconds from the first touch to the first frame in which what was touched looks pressed. */
    pressedMs: number | undefined;
    /** Milliseconds from the start of the navigation to the first frame with the app's controls of a video. */
    controlsMs: number | undefined;
  }
}

/** Collects the interactions of a page into `window.interactions`. */
export function watchInteractions(): void {
  window.interactions = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
      if (entry.interactionId) window.interactions.push(entry.duration);
    }
  }).observe({ type: "event", buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

/** Adds up a page's layout shifts in `window.layoutShift`. */
export function watchShifts(): void {
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[]) {
      if (!entry.hadRecentInput) window.layoutShift += entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Covers the page at the next click, which does nothing else. */
export function coverAtClick(): void {
  addEventListener("click", (event) => {
    event.preventDefault();
    const cover = Object.assign(document.createElement("div"), { className: "cover" });
    cover.style.cssText = "position: fixed; inset: 0; z-index: 40; background: #fff";
    document.body.append(cover);
  });
}

/** No click leaves the page. */
export function stayAtClick(): void {
  addEventListener("click", (event) => event.preventDefault());
}

/** Tells in `window.arrivedMs` when a page that a click leads to has been painted in the place of its outline. */
export function watchArrivals(): void {
  let clickedMs = 0;
  let left = "";
  addEventListener(
    "click",
    () => {
      [clickedMs, left] = [performance.now(), location.pathname];
      window.arrivedMs = undefined;
    },
    { capture: true },
  );
  let heading: Element | null = null;
  document.addEventListener("DOMContentLoaded", () => (heading = document.querySelector("h1")));
  new MutationObserver((_changes, observer) => {
    const stands = location.pathname !== left && !document.querySelector(".pending");
    if (clickedMs === 0 || !stands || document.querySelector("h1") === heading) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => (window.arrivedMs = performance.now() - clickedMs)));
  }).observe(document, { childList: true, subtree: true });
}

/** Tells in `window.pressedMs` when the first touch has made a link or a button look pressed. */
export function watchPresses(): void {
  addEventListener(
    "pointerdown",
    ({ timeStamp }) => {
      const look = () =>
        requestAnimationFrame(() => {
          if (!document.querySelector(":is(a, button, summary, label):active")) return look();
          setTimeout(() => (window.pressedMs ??= performance.now() - timeStamp));
        });
      look();
    },
    { capture: true },
  );
}

/** Tells in `window.controlsMs` when the app's controls of a video have taken the place of the browser's. */
export function watchControls(): void {
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector(".player-chrome")) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => (window.controlsMs = performance.now())));
  }).observe(document, { childList: true, subtree: true });
}
