import { codes } from "../../../contract/codes.ts";
import type { Envelope, PlaybackStart } from "../../../contract/index.ts";

/** What stands on the stage. `kept`: the copy on the person's device. */
export type Stage =
  | { kind: "player"; playback: PlaybackStart }
  | { kind: "kept"; playback: PlaybackStart; licence: string }
  | { kind: "vip" }
  | { kind: "preparing" };

type Asked = {
  /** Throws a failure that is the error screen's. */
  unwrap: (answer: Envelope<PlaybackStart>) => PlaybackStart;
  search: URLSearchParams;
  /** The same film as the copy an address asks for; null where it asks for none. */
  keptCopy: (
    playback: PlaybackStart,
    search: URLSearchParams,
  ) => { playback: PlaybackStart; licence: string } | null;
};

/** @param start the answer of `playback/start` */
export function stageOf(start: Envelope<PlaybackStart>, { unwrap, search, keptCopy }: Asked): Stage {
  if (start.c === codes.vip_required.c) return { kind: "vip" };
  if (start.c === codes.not_ready.c) return { kind: "preparing" };
  const playback = unwrap(start);
  const copy = keptCopy(playback, search);
  return copy ? { kind: "kept", ...copy } : { kind: "player", playback };
}
