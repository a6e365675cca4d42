import { report, type Claimed } from "../domain/ingest/encoding/claim-encoding.ts";
import type { LadderTuning, MediaTool, TuneLadderRequest } from "../ports/media.ts";
import type { EncodeDeps } from "./encode-deps.ts";

/** After so many attempts without a choice the samples may be what ends them. */
const mostAttempts = 2;

type Tuning = { media: MediaTool; request: TuneLadderRequest; isOn: boolean };

/**
 * The rungs of a film, chosen by samples of it: once for an encoding, and stored with it, so that each further attempt
 * makes the same renditions. No failure of the samples fails the encoding: then the fixed ladder is chosen.
 * @returns undefined for the fixed ladder
 * @throws LeaseLost, and the media tool's error if the signal of the request has fired
 */
export async function tuneFilm(
  deps: Pick<EncodeDeps, "db" | "clock" | "onUntuned">,
  claimed: Claimed,
  tuning: Tuning,
): Promise<LadderTuning | undefined> {
  const stored = claimed.tuning ?? { rungs: await chooseRungs(deps, claimed, tuning) };
  if (!claimed.tuning) await report(deps.db, claimed, { tuning: stored, now: deps.clock.now() });
  return stored.rungs ? { rungs: stored.rungs } : undefined;
}

async function chooseRungs(
  { onUntuned }: Pick<EncodeDeps, "onUntuned">,
  { id, attempts }: Claimed,
  { media, request, isOn }: Tuning,
): Promise<LadderTuning["rungs"] | null> {
  if (!isOn || attempts > mostAttempts) return null;
  try {
    return (await media.tuneLadder(request))?.rungs ?? null;
  } catch (error) {
    if (request.signal?.aborted) throw error;
    onUntuned?.(error, id);
    return null;
  }
}
