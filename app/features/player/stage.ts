import { needsVip, type AccessLevel } from "../../../contract/catalogue/values.ts";
import { codes } from "../../../contract/codes.ts";
import type { Envelope, PlaybackStart } from "../../../contract/index.ts";
import type { Needs } from "./needs.ts";

/** The content of the player's place. `kept`: the copy on the user's device. */
export type Stage =
  | { kind: "player"; playback: PlaybackStart }
  | { kind: "kept"; playback: PlaybackStart; licence: string }
  | { kind: "paywall"; needs: Needs }
  /** The account plays on as many other devices as it may. */
  | { kind: "streams" }
  | { kind: "preparing" }
  /** Nothing can be played before that day. */
  | { kind: "announced"; premiereOn: string }
  /** The server has no files of it. */
  | { kind: "missing" };

type Asked = {
  /** The level that the episode needs. */
  level: AccessLevel;
  /** Throws a failure for the error screen to show. */
  unwrap: (answer: Envelope<PlaybackStart>) => PlaybackStart;
  search: URLSearchParams;
  /** The same episode as the copy an address asks for; null if it asks for none. */
  keptCopy: (
    playback: PlaybackStart,
    search: URLSearchParams,
  ) => { playback: PlaybackStart; licence: string } | null;
};

/** The episode from the second that an address names (`?t=`), as a shared one does; else from the saved position. */
function fromMoment(playback: PlaybackStart, search: URLSearchParams): PlaybackStart {
  const named = search.get("t") ?? "";
  if (!/^\d{1,6}$/.test(named) || Number(named) >= playback.durationS) return playback;
  return { ...playback, positionS: Number(named) };
}

/** @param start the answer of `playback/start` */
export function stageOf(start: Envelope<PlaybackStart>, { level, unwrap, search, keptCopy }: Asked): Stage {
  if (start.c === codes.vip_required.c) return { kind: "paywall", needs: needsVip(level) ? level : "vip" };
  if (start.c === codes.sign_in_required.c) return { kind: "paywall", needs: "signed-in" };
  if (start.c === codes.too_many_streams.c) return { kind: "streams" };
  if (start.c === codes.not_ready.c) return { kind: "preparing" };
  const playback = fromMoment(unwrap(start), search);
  // A copy is the whole episode: after the entitlement has ended the user gets the teaser, until the copy itself is
  // removed.
  const copy = playback.teaser ? null : keptCopy(playback, search);
  if (copy) return { kind: "kept", ...copy };
  return playback.master ? { kind: "player", playback } : { kind: "missing" };
}
