import { codes } from "../../../contract/codes.ts";
import type { Envelope, PlaybackStart } from "../../../contract/index.ts";
import type { Needs } from "./needs.ts";

/** What stands on the stage. `kept`: the copy on the person's device. */
export type Stage =
  | { kind: "player"; playback: PlaybackStart }
  | { kind: "kept"; playback: PlaybackStart; licence: string }
  | { kind: "gate"; needs: Needs }
  | { kind: "preparing" }
  /** The server has no files of it. */
  | { kind: "missing" };

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
  if (start.c === codes.vip_required.c) return { kind: "gate", needs: "vip" };
  if (start.c === codes.sign_in_required.c) return { kind: "gate", needs: "signed-in" };
  if (start.c === codes.not_ready.c) return { kind: "preparing" };
  const playback = unwrap(start);
  // A copy is of the whole film: whose right has ended gets what others get, until the copy itself is given up.
  const copy = playback.preview ? null : keptCopy(playback, search);
  if (copy) return { kind: "kept", ...copy };
  return playback.master ? { kind: "player", playback } : { kind: "missing" };
}
