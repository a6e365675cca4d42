import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { assetToExtend, endAdded, publishAdded } from "../domain/ingest/encoding/add-renditions.ts";
import type { Claimed } from "../domain/ingest/encoding/claim-encoding.ts";
import { LeaseLost } from "../domain/kernel/lease.ts";
import { borrowSource } from "./borrow-source.ts";
import { pictureOptions, type EncodeDeps, type Work } from "./encode-deps.ts";

/**
 * Encodes the upper renditions of an asset in further codecs, one codec after another: each is there when it is
 * finished, also if another one fails. If the video was replaced meanwhile, the encoding is over.
 * @throws the first codec's error, after all were tried
 */
export async function addRenditions(
  deps: EncodeDeps,
  claimed: Claimed,
  { follower, signal, folder }: Work,
): Promise<{ renditions: number }> {
  const { db, clock } = deps;
  const target = await assetToExtend(db, claimed);
  const segments = target?.facts?.segments ?? [];
  if (!target || segments.length === 0) {
    await follower.stop();
    await endAdded(db, claimed, { state: "cancelled", now: clock.now() });
    return { renditions: 0 };
  }
  await mkdir(folder, { recursive: true });
  const media = await deps.media.get();
  const { encoder } = await deps.settings();
  const source = await borrowSource(deps, { key: claimed.source, folder, signal });
  const gainsDb = Object.fromEntries((claimed.sounds ?? []).map(({ index, gainDb }) => [index, gainDb]));
  const common = { source, segments, gainsDb, signal, from: deps.addedFrom };
  const codecs = claimed.codecs ?? [];
  const errors: unknown[] = [];
  let made = 0;
  for (const [at, codec] of codecs.entries()) {
    follower.begin("added", { from: at / codecs.length, to: (at + 1) / codecs.length });
    const outDir = join(folder, codec);
    try {
      const renditions = await media.encodeAdded({
        ...common,
        codec,
        outDir,
        ...pictureOptions(deps, { encoder, encoding: claimed.id }),
        onProgress: follower.at,
      });
      const addition = { claimed, asset: target.id, codec, folder: outDir, renditions, signal };
      await publishAdded(deps, { ...addition, now: clock.now() });
      made += renditions.length;
      deps.onPublished();
    } catch (error) {
      if (signal.aborted || error instanceof LeaseLost) throw error;
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  await follower.stop();
  await endAdded(db, claimed, { state: "ready", now: clock.now() });
  return { renditions: made };
}
