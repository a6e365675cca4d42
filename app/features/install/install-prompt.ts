/** The install banner (spec, section 4): 0 hidden, 1 offer shown, 2 installing. */
export type InstallState = 0 | 1 | 2;

/** offered: the browser says that installation is possible. installed: the app is installed. */
export type InstallEvent = "offered" | "accepted" | "cancelled" | "installed";

const rows: Record<InstallState, Partial<Record<InstallEvent, InstallState>>> = {
  0: { offered: 1 },
  1: { accepted: 2, cancelled: 0, installed: 0 },
  2: { cancelled: 0, installed: 0 },
};

/** @returns the state after an event; an event without meaning in a state leaves it */
export function next(state: InstallState, event: InstallEvent): InstallState {
  return rows[state][event] ?? state;
}

/** Chromium's event; other browsers have none, and the about page explains the installation there. */
type PromptEvent = Event & { prompt: () => Promise<unknown>; userChoice: Promise<{ outcome: string }> };

let state: InstallState = 0;
let offer: PromptEvent | null = null;
const listeners = new Set<() => void>();

function tell(event: InstallEvent): void {
  state = next(state, event);
  for (const listener of listeners) listener();
}

/** The banner's state, and what its buttons do. */
export const installation = {
  read: () => state,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  cancel: () => tell("cancelled"),
  /** Shows the browser's own dialog, and follows the user's answer. */
  async accept() {
    const asked = offer;
    // A prompt can be shown once.
    offer = null;
    if (!asked) return;
    await asked.prompt();
    const { outcome } = await asked.userChoice;
    tell(outcome === "accepted" ? "accepted" : "cancelled");
  },
};

/** Listens from the start: the browser fires the event once, often before hydration. */
export function watchInstallation(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    // The browser's own bar would appear on top of ours.
    event.preventDefault();
    offer = event as PromptEvent;
    tell("offered");
  });
  window.addEventListener("appinstalled", () => tell("installed"));
}
