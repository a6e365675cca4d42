import type { adminCaptionCalls } from "../../contract/ingest/admin-captions.ts";
import type { adminCueCalls } from "../../contract/ingest/admin-cues.ts";
import type { adminSubtitleCalls } from "../../contract/ingest/admin-subtitles.ts";

type Calls = typeof adminCaptionCalls & typeof adminCueCalls & typeof adminSubtitleCalls;
const key = "0f8fad5b-d9cb-469f-a165-70867728950e";
const track = { id: "no-film", index: 1, subtitle: "en" };
const cue = { fromMs: 1_000, toMs: 2_000, text: "A door opens" };

/** Of the calls about subtitles, their lines, and captions that are made. */
export const subtitlePayloads: Record<keyof Calls, Record<string, unknown>> = {
  "z/captions/start": { key, id: "no-film", index: 1, locale: null, replace: false },
  "z/captions/retry": { id: key },
  "z/captions/cancel": { id: key },
  "z/cue/list": track,
  "z/cue/save": { ...track, revision: 0, version: null, from: 1, cues: [cue] },
  "z/cue/add": { ...track, revision: 0, version: null, cue },
  "z/subtitle/check": { ...track, revision: 0 },
  "z/subtitle/save": { id: "no-film", revision: 0, index: 1, subtitle: "en", label: "English" },
  "z/subtitle/delete": { id: "no-film", revision: 0, index: 1, subtitle: "en" },
  "z/subtitle/list": { id: "no-film", index: 1 },
  "z/subtitle/file": { id: "no-film", index: 1, subtitle: "en" },
  "z/subtitle/add": {
    ...{ id: "no-film", revision: 0, index: 1, key: `${"0".repeat(64)}.srt` },
    ...{ locale: "en", kind: "subtitles", label: "English", replace: false },
  },
  "z/subtitle/shift": { id: "no-film", revision: 0, index: 1, subtitle: "en", byMs: -1500 },
  "z/subtitle/retry": { id: "0f8fad5b-d9cb-469f-a165-70867728950e" },
  "z/subtitle/dismiss": { id: "0f8fad5b-d9cb-469f-a165-70867728950e" },
};
