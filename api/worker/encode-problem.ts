import type { EncodingProblem } from "../../contract/index.ts";
import { Failure } from "../domain/kernel/failure.ts";
import { isStorageFailure } from "../domain/service/files/storage-failure.ts";
import type { MediaErrorCode, MediaFailure } from "../ports/media.ts";

/** A problem of a file that our own checks found. */
export class Damaged extends Error {
  readonly problem: EncodingProblem;
  readonly detail: string;
  constructor(problem: EncodingProblem, detail = "") {
    super(problem);
    this.problem = problem;
    this.detail = detail;
  }
}

/** Problems of the file itself: a retry cannot help. */
const lasting: readonly (EncodingProblem | "unknown")[] = [
  "unsupported",
  "no_video",
  "too_large",
  "no_tone_mapping",
  "no_encoder",
  "damaged",
  "source_missing",
];
/** Problems that are not the file's fault; further attempts do no harm, so they are not counted. */
const uncounted: readonly (EncodingProblem | "unknown")[] = ["no_tool", "disk_full", "storage_away"];

const byCode: Record<MediaErrorCode, EncodingProblem> = {
  unavailable: "no_tool",
  unsupported: "unsupported",
  no_video: "no_video",
  too_large: "too_large",
  no_tone_mapping: "no_tone_mapping",
  no_encoder: "no_encoder",
  damaged: "damaged",
  disk_full: "disk_full",
  timeout: "timeout",
  aborted: "encode_failed",
  encode_failed: "encode_failed",
};

export type Verdict = {
  problem: EncodingProblem | "unknown";
  detail: string;
  /** It is final; otherwise it is tried again. */
  lasting: boolean;
  /** It counts as an attempt. */
  counted: boolean;
};

/** Classifies an error of an encoding. `unknown` is a bug. */
export function problemOf(error: unknown): Verdict {
  const problem = nameOf(error);
  const told = error instanceof Damaged || isMediaFailure(error);
  const detail = told ? error.detail : isStorageFailure(error) ? error.message : "";
  return { problem, detail, lasting: lasting.includes(problem), counted: !uncounted.includes(problem) };
}

function nameOf(error: unknown): EncodingProblem | "unknown" {
  if (error instanceof Damaged) return error.problem;
  if (isMediaFailure(error)) return byCode[error.code];
  if (isStorageFailure(error)) return "storage_away";
  if (error instanceof Failure && error.code === "storage_full") return "disk_full";
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOSPC" || code === "EDQUOT" ? "disk_full" : "unknown";
}

function isMediaFailure(error: unknown): error is MediaFailure {
  return error instanceof Error && "detail" in error && String((error as MediaFailure).code) in byCode;
}
