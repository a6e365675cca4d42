import { codes } from "../../../../contract/codes.ts";
import { succeeded, type Envelope } from "../../../../contract/envelope.ts";
import type { CastStart, PlaybackStart } from "../../../../contract/index.ts";
import { createGrantClock } from "../engine/grant-clock.ts";
import type { Needs } from "../needs.ts";
import type { PlayerStore } from "../player-store.ts";
import {
  castSurroundings,
  firstCastState,
  nextCastState,
  whyNoCast,
  type CastFact,
  type CastState,
} from "./cast-state.ts";
import type { CastError, CastProblem, Sender } from "./sender.ts";

/** An episode on the page, to be played by a receiver. */
export type Program = {
  store: PlayerStore;
  media: HTMLMediaElement;
  playback: PlaybackStart;
  title: string;
  episodeTitle: string | null;
  /** URL of the picture shown while the receiver loads. */
  poster: string;
  /** Requests `playback/cast`; undefined = not possible yet. */
  ask: () => Promise<Envelope<CastStart>> | undefined;
};

/** `lastsMs`: after so many milliseconds the URLs are to be replaced. `needs`: the level that the user lacks by now. */
export type CastAnswer = { urls: CastStart; lastsMs: number } | { needs: Needs | undefined };

/** The code that a tap loads: the sender, and what plays a program with it. */
export type CastParts = {
  openSender: (receiver: string) => Promise<Sender>;
  playOnReceiver: (options: {
    sender: Sender;
    device: string;
    program: Program;
    ask: () => Promise<CastAnswer>;
    onProblem: (problem: CastProblem) => void;
  }) => { giveBack: () => void; leave: () => void };
};

export type Casting = {
  state: () => CastState;
  subscribe: (listener: () => void) => () => void;
  /** Casts, or ends it. To be called in a user's gesture. */
  tap: () => void;
  /** The user has seen the problem. */
  seen: () => void;
  /** Shows an episode, on the screen that is connected or will be, until the returned function is called. */
  show: (program: Program) => () => void;
};

export type CastingOptions = {
  /** Id of the receiver app. */
  receiver: string;
  /** Loads the code, at the first tap. */
  load: () => Promise<CastParts>;
  window: Window;
};

/** Casts the player's episodes: the session with a screen outlasts an episode. Knows no framework. */
export function createCasting({ receiver, load, window }: CastingOptions): Casting {
  const listeners = new Set<() => void>();
  let state = firstCastState;
  let parts: CastParts | null = null;
  let sender: Sender | null = null;
  let program: Program | null = null;
  let playing: ReturnType<CastParts["playOnReceiver"]> | null = null;

  const tell = (fact: CastFact) => {
    const before = state;
    state = nextCastState(state, fact);
    if (state !== before) for (const listener of listeners) listener();
  };
  const onProblem = (problem: CastProblem) => {
    tell({ type: "failed", problem });
    sender?.end();
  };
  const play = () => {
    const { device } = state;
    if (playing || !program || !parts || !sender || device === null) return;
    const { ask } = program;
    playing = parts.playOnReceiver({ sender, device, program, ask: () => answerOf(ask), onProblem });
  };
  const open = async (): Promise<Sender> => {
    parts = await load();
    const opened = await parts.openSender(receiver);
    opened.listen((event) => {
      if (event.type === "connected") {
        tell(event);
        play();
      }
      if (event.type === "ended") {
        tell(event);
        playing?.giveBack();
        playing = null;
      }
    });
    return opened;
  };
  const cast = async () => {
    const why = whyNoCast(castSurroundings(window));
    if (why) return tell({ type: "failed", problem: why });
    try {
      tell({ type: "loading" });
      const first = sender === null;
      sender ??= await open();
      // A browser shows its list of screens for a moment after a tap only.
      if (first && window.navigator.userActivation?.isActive === false)
        return tell({ type: "failed", problem: "again" });
      tell({ type: "choosing" });
      await sender.choose();
    } catch (error) {
      // Any other error is the network's, on the way to the code.
      const problem = (error as Partial<CastError>).problem ?? "blocked";
      tell(problem === "cancelled" ? { type: problem } : { type: "failed", problem });
    }
  };

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tap() {
      if (state.phase === "connected") sender?.end();
      else if (state.phase === "ready") void cast();
    },
    seen: () => tell({ type: "seen" }),
    show(given) {
      program = given;
      play();
      return () => {
        if (program !== given) return;
        program = null;
        playing?.leave();
        playing = null;
      };
    },
  };
}

async function answerOf(ask: Program["ask"]): Promise<CastAnswer> {
  const answer = await ask();
  if (answer && succeeded(answer)) return { urls: answer.d, lastsMs: createGrantClock(answer.d).leftMs() };
  if (answer?.c === codes.vip_required.c) return { needs: "vip" };
  return { needs: answer?.c === codes.sign_in_required.c ? "signed-in" : undefined };
}
