import type { PlayerStore } from "../player-store.ts";

/** Milliseconds after which a press is held, and no tap any more. */
export const holdMs = 500;

/** What a press of a finger, a mouse or a key becomes, if it lasts. */
export type Hold = {
  press: () => void;
  held: () => boolean;
  /** Call it when the press ends or becomes something else. @returns whether it was held */
  release: () => boolean;
};

/**
 * @param options.begin returns whether there is anything to hold at the moment
 * @param options.later runs something after milliseconds; returns a function that cancels it
 */
export function createHold(options: {
  begin: () => boolean;
  end: () => void;
  later: (ms: number, then: () => void) => () => void;
}): Hold {
  let held = false;
  let callOff = () => {};
  return {
    press() {
      callOff();
      callOff = options.later(holdMs, () => {
        held = options.begin();
      });
    },
    held: () => held,
    release() {
      callOff();
      const was = held;
      held = false;
      if (was) options.end();
      return was;
    },
  };
}

/** Plays at double speed while it is held. @param then called when that begins */
export function holdToHurry(store: PlayerStore, then?: () => void): Hold {
  return createHold({
    begin() {
      const { phase, locked } = store.state();
      if (phase !== "playing" || locked) return false;
      store.request("hurry", true);
      then?.();
      return true;
    },
    end: () => store.request("hurry", false),
    later(ms, then) {
      const timer = setTimeout(then, ms);
      return () => clearTimeout(timer);
    },
  });
}
