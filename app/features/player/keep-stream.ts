import { codes } from "../../../contract/codes.ts";
import { succeeded } from "../../../contract/envelope.ts";
import { streamRenewS } from "../../../contract/playback/values.ts";
import type { ApiClient } from "../../api-client/create-client.ts";
import type { PlayerStore } from "./player-store.ts";

export type KeepStreamOptions = {
  store: PlayerStore;
  episode: { id: string; index: number };
  /** Names this tab's player. */
  player: string;
  post: ApiClient["post"];
  /** Whether another screen plays it, which holds a stream of its own by what it fetches. */
  elsewhere: () => boolean;
  /** The account may not play here, or another device has stopped it: playback has been paused. */
  onRefused: (message: string) => void;
};

const quietly = { loading: false, toast: false };
const everyMs = streamRenewS * 1_000;

/**
 * Holds one of the account's streams while an episode plays, and pauses it where the server refuses. Without an answer
 * it goes on playing: the media's own URLs end soon enough.
 * @returns stops it, and says that the player has ended
 */
export function keepStream(options: KeepStreamOptions): () => void {
  const { store, episode, player, post, elsewhere, onRefused } = options;
  let held = false;
  const renew = async (begins: boolean) => {
    held = true;
    const answer = await post("stream/renew", { ...episode, player, ...(begins && { begins }) }, quietly);
    if (succeeded(answer)) return;
    if (answer.c !== codes.too_many_streams.c && answer.c !== codes.stream_stopped.c) return;
    held = false;
    store.request("pause");
    onRefused(answer.m);
  };
  const end = () => {
    if (held) void post("stream/end", { player }, { ...quietly, keepalive: true });
    held = false;
  };
  const isPlaying = () => store.state().phase === "playing" && !elsewhere();
  const unsubscribe = store.subscribe((_state, fact) => {
    if (fact.type === "play" && !elsewhere()) void renew(true);
    if (fact.type === "ended") end();
  });
  const timer = setInterval(() => {
    if (isPlaying()) void renew(false);
    else if (elsewhere()) end();
  }, everyMs);
  window.addEventListener("pagehide", end);
  if (isPlaying()) void renew(true);
  return () => {
    clearInterval(timer);
    unsubscribe();
    window.removeEventListener("pagehide", end);
    end();
  };
}

/** The name of this tab's player, which a reloaded page keeps. */
export function playerName(storage: () => Storage): string {
  const random = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join(
      "",
    );
  try {
    const known = storage().getItem("player");
    if (known) return known;
    const made = random();
    storage().setItem("player", made);
    return made;
  } catch {
    return random();
  }
}
