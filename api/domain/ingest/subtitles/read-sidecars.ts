import { mostSubtitleBytes } from "../../../../contract/ingest/values.ts";
import type { SidecarProblem } from "../../../../contract/ingest/admin-magnets.ts";
import type { Sidecar } from "../../../db/schema.ts";
import type { Storage } from "../../../ports/storage.ts";
import { Failure } from "../../kernel/failure.ts";
import type { NewSubtitle } from "./put-subtitles.ts";
import { writeCues } from "../../playback/media/read-cues.ts";
import { readSubtitleFile } from "./read-subtitle-file.ts";

/** The reasons why `readSubtitleFile` refuses a file, as admins see them. */
const reasons: Record<string, SidecarProblem["why"]> = {
  "key required": "empty",
  "key too_big": "tooLarge",
  "key format": "noText",
  "cues required": "none",
  "cues too_big": "tooMany",
  "cues characters": "code",
  "times wrong": "backwards",
  "times too_big": "late",
};

export type ReadSidecars = {
  tracks: NewSubtitle[];
  /** The given sidecars, with the problem of each. */
  sidecars: Sidecar[];
};

/**
 * Reads the subtitle files beside a video. An unusable one does not stop the others or the encoding: its reason is
 * recorded with it.
 * @param durationS of the asset
 * @throws the storage's error if the storage is away
 */
export async function readSidecars(
  storage: Pick<Storage, "read">,
  { sidecars, durationS }: { sidecars: readonly Sidecar[]; durationS: number },
): Promise<ReadSidecars> {
  const read: ReadSidecars = { tracks: [], sidecars: [] };
  for (const sidecar of sidecars) {
    const found = await readOne(storage, { sidecar, durationS });
    const problem = "text" in found ? null : found;
    read.sidecars.push({ ...sidecar, problem });
    if ("text" in found) read.tracks.push(found);
  }
  return read;
}

async function readOne(
  storage: Pick<Storage, "read">,
  { sidecar, durationS }: { sidecar: Sidecar; durationS: number },
): Promise<NewSubtitle | SidecarProblem> {
  const { key, name, locale, kind } = sidecar;
  const bytes = await storage.read({ key, maxBytes: mostSubtitleBytes });
  if (!bytes) return { why: "missing", number: null };
  try {
    const { cues } = readSubtitleFile(bytes, { language: locale, durationS });
    // A file of unknown language keeps its own name.
    const label = locale === "und" ? { label: labelOf(name) } : {};
    return { locale, kind, text: writeCues(cues), source: "sidecar", ...label };
  } catch (error) {
    if (error instanceof Failure) return problemOf(error);
    throw error;
  }
}

const labelOf = (name: string) => [...name.replace(/\.[^.]*$/, "")].slice(0, 80).join("").trim();

/** @throws the failure itself if it is not about the subtitle file */
function problemOf(failure: Failure): SidecarProblem {
  const [about = "", place] = failure.issues[0]?.field.split(".") ?? [];
  const why = reasons[`${about} ${failure.issues[0]?.reason}`];
  if (!why) throw failure;
  return { why, number: place === undefined ? null : Number(place) };
}
