import { codes } from "../../../contract/codes.ts";
import { succeeded, type Envelope } from "../../../contract/envelope.ts";
import type { PlaybackStart } from "../../../contract/index.ts";
import type { Needs } from "./needs.ts";

/** What came of asking for a running film's URLs anew. `gone`: not for this person, or not there; `later`: nobody said. */
export type Renewal =
  { kind: "fresh"; playback: PlaybackStart } | { kind: "gone"; needs: Needs | null } | { kind: "later" };

/**
 * What an answer to `playback/start` means for a film that runs. Where somebody has lost their right to it the answer
 * may be a success, of a preview: its URLs would refuse what comes next.
 */
export function renewalOf(running: PlaybackStart, answer: Envelope<PlaybackStart> | undefined): Renewal {
  if (!answer) return { kind: "later" };
  if (succeeded(answer)) {
    const fresh = answer.d;
    if (running.preview) return { kind: "fresh", playback: sameBeginning(running, fresh) };
    return fresh.preview ? { kind: "gone", needs: fresh.preview.needs } : { kind: "fresh", playback: fresh };
  }
  if (answer.c === codes.vip_required.c) return { kind: "gone", needs: "vip" };
  if (answer.c === codes.sign_in_required.c) return { kind: "gone", needs: "signed-in" };
  const lost = answer.c === codes.not_found.c || answer.c === codes.forbidden.c;
  return lost ? { kind: "gone", needs: null } : { kind: "later" };
}

/** A preview stays the part it was while it runs, whatever has been bought meanwhile: the page brings the whole film. */
function sameBeginning(running: PlaybackStart, fresh: PlaybackStart): PlaybackStart {
  const { durationS, preview, next, previews, start } = running;
  return {
    ...fresh,
    durationS,
    preview,
    next,
    previews,
    start: { ...fresh.start, segments: start.segments },
  };
}
