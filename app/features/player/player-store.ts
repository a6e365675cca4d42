import type { Source } from "./engine/feed.ts";
import { observe } from "./store/observe.ts";
import type { Owners } from "./store/owners.ts";
import { serve, type RequestType, type Requests } from "./store/requests.ts";
import { initialState, next, type PlayerFact, type PlayerState } from "./store/state.ts";

export { initialState, next } from "./store/state.ts";
export type { Abilities, PlayerFact, PlayerState, Rendition } from "./store/state.ts";
export type { Owners } from "./store/owners.ts";
export type { RequestType, Requests } from "./store/requests.ts";

export type PlayerListener = (state: PlayerState, fact: PlayerFact) => void;

/** What was asked for, before anybody knows what comes of it. */
export type RequestListener = <Type extends RequestType>(type: Type, detail: Requests[Type]) => void;

export type PlayerStore = {
  state: () => PlayerState;
  subscribe: (listener: PlayerListener) => () => void;
  tell: (fact: PlayerFact) => void;
  /** Asks for something; without owners nothing happens. The state changes when, and if, their events say so. */
  request: <Type extends RequestType>(
    type: Type,
    ...detail: Requests[Type] extends undefined ? [] : [Requests[Type]]
  ) => void;
  /** Hears what people ask for, to remember it. */
  onRequest: (listener: RequestListener) => () => void;
  /** Feeds the store from its owners until the returned function is called. */
  observe: (owners: Owners) => () => void;
  /** What feeds the media element; null = nothing yet. */
  use: (source: Source | null) => void;
};

/**
 * The mediator between a media element, its source and surroundings, and whoever shows or keeps what they do. State
 * comes in by facts and goes out to listeners; wishes go the other way, by requests. Knows no framework.
 * @param resumeAtS where playback is meant to begin, in seconds
 * @param durationS length in seconds, where it is known beforehand
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
