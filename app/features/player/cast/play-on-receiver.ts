import type { CastStart } from "../../../../contract/index.ts";
import type { Needs } from "../needs.ts";
import type { Elsewhere, PlayerStore, RequestType, Requests } from "../player-store.ts";
import type { CastParts, Program } from "./casting.ts";
import { factsOf } from "./receiver-facts.ts";
import type { CastMedia, ReceiverState, Sender } from "./sender.ts";

/** A receiver that fails twice within so many milliseconds has failed for good. */
const hopelessMs = 30_000;

/**
 * Plays an episode on a receiver in place of the page's player, whose controls steer it: from the player's position, and
 * back to it at the end.
 * @returns `giveBack` lets the player go on where the receiver stood; `leave` leaves the receiver alone
 */
export const playOnReceiver: CastParts["playOnReceiver"] = ({ sender, device, program, ask, onProblem }) => {
  const { store, media, playback } = program;
  const item = `${playback.id}/${playback.index}`;
  let over = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failedAt = -Infinity;
  let known: ReceiverState = { ...sender.state(), phase: "idle" };

  const give = (problem: "refused", needs?: Needs) => {
    onProblem(problem);
    if (needs) store.tell({ type: "failed", failure: "gone", needs });
  };
  const load = async (startS: number, plays: boolean) => {
    store.report({ type: "play" });
    steer.loading();
    try {
      const answer = await ask();
      if (over) return;
      if ("needs" in answer) return give("refused", answer.needs);
      await sender.load(mediaOf(program, { urls: answer.urls, item, startS, plays }));
      // URLs that end during a long pause are replaced at the same position.
      clearTimeout(timer);
      // Where a membership ends in a moment, fresh ones would last no longer.
      if (answer.lastsMs > 0) timer = setTimeout(() => void again(), answer.lastsMs);
    } catch {
      if (!over) give("refused");
    } finally {
      if (!over) steer.loaded();
    }
  };
  const again = () => load(store.state().positionS, known.phase !== "paused");

  const follow = () => {
    const state = sender.state();
    // It still plays what was cast before.
    if (over || (state.item !== item && state.item !== null)) return;
    const before = known;
    known = state;
    if (state.positionS !== before.positionS) steer.arrived();
    for (const fact of factsOf(before, state)) store.report(fact);
    if (state.phase !== "failed" || before.phase === "failed") return;
    // Its URLs may have ended, or its network was away.
    const now = performance.now();
    if (now - failedAt < hopelessMs) return give("refused");
    failedAt = now;
    void again();
  };
  const steer = steering({ sender, store, load, phase: () => known.phase });

  const began = store.state();
  store.divert(steer);
  media.pause();
  const { volume, muted } = sender.state();
  const there = { remote: "connected", screen: device, volume, muted, rate: 1 } as const;
  store.report({ type: "reading", values: { ...there, buffered: [] } });
  const stopListening = sender.listen((event) => event.type === "state" && follow());
  if (sender.state().item === item && sender.state().phase !== "ended") follow();
  else void load(began.phase === "ended" ? 0 : began.positionS, began.phase !== "paused");

  const leave = () => {
    over = true;
    clearTimeout(timer);
    stopListening();
  };
  return {
    leave,
    giveBack() {
      leave();
      const { phase, positionS, subtitles } = store.state();
      store.divert(null);
      store.report({ type: "reading", values: { remote: "disconnected", screen: null } });
      store.request("subtitles", subtitles);
      if (phase === "ended") return;
      store.report({ type: "pause", positionS });
      store.request("seek", positionS);
      if (phase === "playing") store.request("play");
    },
  };
};

type Steered = {
  sender: Sender;
  store: PlayerStore;
  load: (startS: number, plays: boolean) => Promise<void>;
  phase: () => ReceiverState["phase"];
};

type Steering = Elsewhere & {
  /** The receiver has reported a new position. */
  arrived: () => void;
  /** It is being sent an episode, whose start would undo a seek: that waits for `loaded`. */
  loading: () => void;
  loaded: () => void;
};

/** Passes the player's requests to a receiver. */
function steering({ sender, store, load, phase }: Steered): Steering {
  /** Where the last seek went, until the receiver reports a position. */
  let aimS: number | null = null;
  let isLoading = false;
  const seek = (toS: number) => {
    const { durationS } = store.state();
    aimS = Math.min(Math.max(0, toS), durationS || Infinity);
    if (!isLoading) sender.seek(aimS);
  };
  const play = () => {
    const state = store.state();
    if (phase() === "paused" || phase() === "playing") sender.play();
    else void load(state.phase === "ended" ? 0 : state.positionS, true);
  };
  const requests: { [Type in RequestType]?: (detail: Requests[Type]) => void } = {
    play,
    pause: () => sender.pause(),
    toggle: () => (store.state().phase === "playing" ? sender.pause() : play()),
    seek,
    seekBy: (byS) => seek((aimS ?? store.state().positionS) + byS),
    volume: (share) => sender.volume(Math.min(1, Math.max(0, share))),
    mute: (on) => sender.mute(on),
    subtitles: (id) => sender.subtitles(id),
    // Receivers play at one speed.
    rate: () => {},
    hurry: () => {},
  };
  return {
    serve(type, detail) {
      const request = requests[type] as ((detail: Requests[typeof type]) => void) | undefined;
      request?.(detail);
      return request !== undefined;
    },
    arrived() {
      if (!isLoading) aimS = null;
    },
    loading: () => void (isLoading = true),
    loaded() {
      isLoading = false;
      if (aimS !== null) sender.seek(aimS);
    },
  };
}

type Loaded = { urls: CastStart; item: string; startS: number; plays: boolean };

function mediaOf({ store, media, playback, ...said }: Program, { urls, ...loaded }: Loaded): CastMedia {
  const absolute = (url: string) => new URL(url, media.baseURI).href;
  return {
    ...loaded,
    hls: absolute(urls.hls),
    title: said.title,
    episodeTitle: said.episodeTitle,
    poster: absolute(said.poster),
    durationS: playback.durationS,
    tracks: urls.subtitles.map(({ id, label, locale, url }) => ({ id, label, locale, url: absolute(url) })),
    subtitles: store.state().subtitles,
  };
}
