import type { Source } from "./engine/feed.ts";
import { forThatScreen, isSilenced, type Elsewhere } from "./store/elsewhere.ts";
import { observe } from "./store/observe.ts";
import type { Owners } from "./store/owners.ts";
import { serve, type RequestType, type Requests } from "./store/requests.ts";
import { initialState, next, type PlayerFact, type PlayerState } from "./store/state.ts";

export { initialState, next } from "./store/state.ts";
export type { PlayerFact, PlayerState } from "./store/state.ts";
export type { Elsewhere } from "./store/elsewhere.ts";
export type { Owners } from "./store/owners.ts";
export type { RequestType, Requests } from "./store/requests.ts";

export type PlayerListener = (state: PlayerState, fact: PlayerFact) => void;

/** A request, before its effect is known. */
export type RequestListener = <Type extends RequestType>(type: Type, detail: Requests[Type]) => void;

export type PlayerStore = {
  state: () => PlayerState;
  subscribe: (listener: PlayerListener) => () => void;
  tell: (fact: PlayerFact) => void;
  /** Requests something; without owners nothing happens. The state changes when, and if, their events report it. */
  request: <Type extends RequestType>(
    type: Type,
    ...detail: Requests[Type] extends undefined ? [] : [Requests[Type]]
  ) => void;
  /** Listens to the user's requests, to store them. */
  onRequest: (listener: RequestListener) => () => void;
  /** Feeds the store from its owners until the returned function is called. */
  observe: (owners: Owners) => () => void;
  /** Sets the source that feeds the media element; null = none yet. */
  use: (source: Source | null) => void;
  /** Lets another screen play in place of the media element; null = the element again, whose state is read anew. */
  divert: (to: Elsewhere | null) => void;
  /** A fact of that screen. */
  report: (fact: PlayerFact) => void;
};

/**
 * The mediator between a media element, its source and surroundings, and the code that shows or stores their state.
 * State comes in as facts and goes out to listeners; requests go the other way. Knows no framework.
 * @param resumeAtS where playback is meant to begin, in seconds
 * @param durationS length in seconds, if known beforehand
 */
export function createPlayerStore(resumeAtS: number, durationS = 0): PlayerStore {
  let state = initialState(resumeAtS, durationS);
  let owners: Owners | null = null;
  let source: Source | null = null;
  let elsewhere: Elsewhere | null = null;
  let stopObserving = () => {};
  const listeners = new Set<PlayerListener>();
  const requestListeners = new Set<RequestListener>();
  const report = (fact: PlayerFact) => {
    state = next(state, fact);
    for (const listener of listeners) listener(state, fact);
  };
  const tell = (fact: PlayerFact) => {
    if (!elsewhere || !isSilenced(fact)) report(fact);
  };
  const joins =
    <Listener>(set: Set<Listener>) =>
    (listener: Listener) => {
      set.add(listener);
      return () => void set.delete(listener);
    };
  return {
    state: () => state,
    subscribe: joins(listeners),
    tell,
    report,
    request(type, ...[given]) {
      if (!owners) return;
      const detail = given as Requests[typeof type];
      const taken = elsewhere?.serve(type, detail) ?? false;
      if (!taken) serve({ ...owners, state, source, tell }, type, detail);
      if (taken && forThatScreen.has(type)) return;
      for (const listener of requestListeners) listener(type, detail);
    },
    onRequest: joins(requestListeners),
    observe(given) {
      owners = given;
      stopObserving = observe(given, tell);
      return () => {
        stopObserving();
        if (owners === given) owners = null;
      };
    },
    divert(to) {
      elsewhere = to;
      if (to || !owners) return;
      stopObserving();
      stopObserving = observe(owners, tell);
    },
    use(given) {
      source = given;
    },
  };
}
