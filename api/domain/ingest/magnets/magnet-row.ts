import { join } from "node:path";
import type { MagnetProblem } from "../../../../contract/ingest/admin-magnets.ts";
import type { magnetFiles, magnets } from "../../../db/schema.ts";

export type MagnetRow = typeof magnets.$inferSelect;
export type MagnetFileRow = typeof magnetFiles.$inferSelect;
export type MagnetState = MagnetRow["state"];

/** Those that somebody works on, or will. */
export const busyStates = [
  "waiting-metadata",
  "waiting",
  "downloading",
  "verifying",
  "importing",
] as const satisfies MagnetState[];

/** What nobody works on any more. */
export const unclaimed = { claim: null, owner: null, beatAt: null, peers: 0, downBps: 0, upBps: 0 } as const;

/** A magnet can't go on as it is: `detail` is for the operator. */
export class MagnetTrouble extends Error {
  readonly problem: MagnetProblem;

  constructor(problem: MagnetProblem, detail = "") {
    super(detail || problem);
    this.problem = problem;
  }
}

/** Where a magnet's files lie while they are downloaded: by what they are, so that no name of theirs leads anywhere. */
export function magnetFolder(magnetsDir: string, { infohash }: Pick<MagnetRow, "infohash">): string {
  return join(magnetsDir, infohash);
}

/** Its metadata, beside its files, which have numbers for names. */
export function metadataPath(magnetsDir: string, row: Pick<MagnetRow, "infohash">): string {
  return join(magnetFolder(magnetsDir, row), "metadata.torrent");
}

/** Fit to be shown: of one line, without signs that are not seen or turn a line round. */
export function shownName(text: string, most = 200): string {
  const plain = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]+/gu, " ")
    .replaceAll(/\s+/gu, " ")
    .trim();
  return [...plain].slice(0, most).join("");
}
