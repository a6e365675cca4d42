import { mostSubtitleBytes } from "../../../../contract/ingest/subtitle-size.ts";
import type { SidecarProblem } from "../../../../contract/ingest/admin-magnets.ts";
import type { Sidecar } from "../../../db/schema.ts";
import type { Storage } from "../../../ports/storage.ts";
import { Failure } from "../../kernel/failure.ts";
import type { NewSubtitle } from "./put-subtitles.ts";
import { writeCues } from "../../playback/media/read-cues.ts";
import { readSubtitleFile } from "./read-subtitle-file.ts";

/** What `readSubtitleFile` refuses a file for, as an admin is told of it. */
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
  /** As they were given, with what is wrong with each now. */
  sidecars: Sidecar[];
};

/**
 * Reads the subtitle files that lay beside a film. One that can't be used does not keep the others, or the film, from
 * being used: why stands with it.
 * @param durationS of the film
 * @throws as the storage does, where it is away
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
    // What nobody knows the language of is called what its maker called it.
    const label = locale === "und" ? { label: labelOf(name) } : {};
    return { locale, kind, text: writeCues(cues), source: "beside", ...label };
  } catch (error) {
    if (error instanceof Failure) return problemOf(error);
    throw error;
  }
}

const labelOf = (name: string) => [...name.replace(/\.[^.]*$/, "")].slice(0, 80).join("").trim();

/** @throws the failure itself where it is none of a subtitle file's */
function problemOf(failure: Failure): SidecarProblem {
  const [about = "", place] = failure.issues[0]?.field.split(".") ?? [];
  const why = reasons[`${about} ${failure.issues[0]?.reason}`];
  if (!why) throw failure;
  return { why, number: place === undefined ? null : Number(place) };
}
