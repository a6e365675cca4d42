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
