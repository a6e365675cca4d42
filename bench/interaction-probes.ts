// Functions that run inside a page: each is sent there as text, so it may use nothing from outside of itself.

declare global {
  // Window can only be extended as an interface.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface Window {
    /** Milliseconds of each tap or key press so far, those under 16 ms left out by the browser. */
    interactions: number[];
    /** Sum of the page's layout shifts that nobody's input caused. */
    layoutShift: number;
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

/** Adds a page's layout shifts up in `window.layoutShift`. */
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
