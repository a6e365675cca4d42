import { join } from "node:path";
import type { MagnetProblem } from "../../../../contract/ingest/admin-magnets.ts";
import type { magnetFiles, magnets } from "../../../db/schema.ts";

export type MagnetRow = typeof magnets.$inferSelect;
export type MagnetFileRow = typeof magnetFiles.$inferSelect;
export type MagnetState = MagnetRow["state"];

/** States in which a worker works on a magnet, or will. */
export const busyStates = [
  "waiting-metadata",
  "waiting",
  "downloading",
  "verifying",
  "importing",
] as const satisfies MagnetState[];

/** Fields of a magnet without a worker. */
export const unclaimed = {
  claim: null,
  owner: null,
  heartbeatAt: null,
  peers: 0,
  downBps: 0,
  upBps: 0,
} as const;

/** A magnet can't continue as it is: `detail` is for the operator. */
export class MagnetTrouble extends Error {
  readonly problem: MagnetProblem;

  constructor(problem: MagnetProblem, detail = "") {
    super(detail || problem);
    this.problem = problem;
  }
}

/**
 * Folder of a magnet's files during the download. It is named by the content's hash, so that no name in the torrent can
 * lead elsewhere.
 */
export function magnetFolder(magnetsDir: string, { infohash }: Pick<MagnetRow, "infohash">): string {
  return join(magnetsDir, infohash);
}

/** Its metadata file, beside its files, which are named by numbers. */
export function metadataPath(magnetsDir: string, row: Pick<MagnetRow, "infohash">): string {
  return join(magnetFolder(magnetsDir, row), "metadata.torrent");
}

/** Makes text safe to display: one line, without invisible characters or ones that change the text direction. */
export function shownName(text: string, most = 200): string {
  const plain = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]+/gu, " ")
    .replaceAll(/\s+/gu, " ")
    .trim();
  return [...plain].slice(0, most).join("");
}
