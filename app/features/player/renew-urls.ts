import { codes } from "../../../contract/codes.ts";
import { succeeded, type Envelope } from "../../../contract/envelope.ts";
import type { PlaybackStart } from "../../../contract/index.ts";
import type { Needs } from "./needs.ts";

/**
 * Result of a request for fresh URLs during playback. `gone`: the movie no longer exists, or not for this user;
 * `later`: no answer.
 */
export type Renewal =
  { kind: "fresh"; playback: PlaybackStart } | { kind: "gone"; needs: Needs | null } | { kind: "later" };

/**
 * The meaning of an answer of `playback/start` during playback. If the entitlement has ended, the answer may be a
 * success, with a teaser: its URLs would refuse the next segments.
 */
export function renewalOf(running: PlaybackStart, answer: Envelope<PlaybackStart> | undefined): Renewal {
  if (!answer) return { kind: "later" };
  if (succeeded(answer)) {
    const fresh = answer.d;
    if (running.teaser) return { kind: "fresh", playback: sameBeginning(running, fresh) };
    return fresh.teaser ? { kind: "gone", needs: fresh.teaser.needs } : { kind: "fresh", playback: fresh };
  }
  if (answer.c === codes.vip_required.c) return { kind: "gone", needs: "vip" };
  if (answer.c === codes.sign_in_required.c) return { kind: "gone", needs: "signed-in" };
  const lost = answer.c === codes.not_found.c || answer.c === codes.forbidden.c;
  return lost ? { kind: "gone", needs: null } : { kind: "later" };
}

/** A teaser keeps its length while it plays, even after a purchase: the page loads the whole episode. */
function sameBeginning(running: PlaybackStart, fresh: PlaybackStart): PlaybackStart {
  const { durationS, teaser, next, thumbnails, start } = running;
  return {
    ...fresh,
    durationS,
    teaser,
    next,
    thumbnails,
    start: { ...fresh.start, segments: start.segments },
  };
}
