import type { Source } from "./engine/feed.ts";
import { observe } from "./store/observe.ts";
import type { Owners } from "./store/owners.ts";
import { serve, type RequestType, type Requests } from "./store/requests.ts";
import { initialState, next, type PlayerFact, type PlayerState } from "./store/state.ts";

export { initialState, next } from "./store/state.ts";
export type { PlayerFact, PlayerState } from "./store/state.ts";
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
  const listeners = new Set<PlayerListener>();
  const requestListeners = new Set<RequestListener>();
  const tell = (fact: PlayerFact) => {
    state = next(state, fact);
    for (const listener of listeners) listener(state, fact);
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
    request(type, ...[detail]) {
      if (!owners) return;
      serve({ ...owners, state, source, tell }, type, detail as Requests[typeof type]);
      for (const listener of requestListeners) listener(type, detail as Requests[typeof type]);
    },
    onRequest: joins(requestListeners),
    observe(given) {
      owners = given;
      const stop = observe(given, tell);
      return () => {
        stop();
        if (owners === given) owners = null;
      };
    },
    use(given) {
      source = given;
    },
  };
}
