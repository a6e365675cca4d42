import type { UserInfo } from "../../../contract/index.ts";
import type { StartUpPhase } from "./start-up.ts";

/** The app's view of its session: signed or not (spec, section 4), and the progress of start-up. */
export type SessionState = {
  phase: StartUpPhase;
  signed: boolean;
  info: UserInfo | null;
  /** Running calls that asked for the loading overlay. */
  loading: number;
};

export type SessionStore = {
  read: () => SessionState;
  subscribe: (listener: () => void) => () => void;
  enter: (phase: StartUpPhase) => void;
  signIn: (info: UserInfo) => void;
  signOut: () => void;
  /** Merges new fields into the stored info; does nothing without a session. */
  updateProfile: (fields: Partial<UserInfo>) => void;
  load: (change: 1 | -1) => void;
};

/** @param info of the session the server has already found, or null */
export function createSessionStore(info: UserInfo | null): SessionStore {
  let state: SessionState = { phase: { at: "config" }, signed: info !== null, info, loading: 0 };
  const listeners = new Set<() => void>();
  const change = (fields: Partial<SessionState>) => {
    state = { ...state, ...fields };
    for (const listener of listeners) listener();
  };
  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    enter: (phase) => change({ phase }),
    signIn: (next) => change({ signed: true, info: next }),
    signOut: () => change({ signed: false, info: null }),
    updateProfile: (fields) => state.info && change({ info: { ...state.info, ...fields } }),
    load: (step) => change({ loading: Math.max(0, state.loading + step) }),
  };
}
