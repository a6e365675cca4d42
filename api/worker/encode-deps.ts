import type { EncodingPhase } from "../../contract/ingest/values.ts";
import type { SettingValues } from "../../contract/service/settings.ts";
import type { Db } from "../db/client.ts";
import type { Jobs } from "../db/jobs.ts";
import type { ProcessLease } from "../db/process-lease.ts";
import type { Sidecar } from "../db/schema.ts";
import type { FreeBytes } from "../domain/service/files/room.ts";
import type { Clock } from "../ports/clock.ts";
import type { Files } from "../ports/files.ts";
import type { EncodeHlsRequest, Fallback } from "../ports/media.ts";
import type { Count } from "../ports/meter.ts";
import type { Pictures } from "../ports/pictures.ts";
import type { Storage } from "../ports/storage.ts";
import type { Follower } from "./follow-progress.ts";
import type { MediaToolCache } from "./watch-tool.ts";

export type EncodingSettings = Pick<SettingValues, "addedCodecs" | "encoder" | "perTitleRungs">;

export type EncodeDeps = {
  db: Db;
  jobs: Jobs;
  lease: ProcessLease;
  /** Claims that this process works on. */
  held: Set<string>;
  storage: Storage;
  media: MediaToolCache;
  assetStore: Files;
  /** A folder of this machine, used for temporary files. */
  mediaDir: string;
  artwork: Files;
  pictures: Pictures;
  clock: Clock;
  onBug: (error: unknown, where: string) => void;
  /** Called when a movie becomes playable, or when a title gets a picture. */
  onPublished: () => void;
  /** Called for a subtitle file beside a movie that could not be read; for the log. */
  onLeftOut?: (file: Sidecar, encoding: string) => void;
  /** Called at each step; for the log. */
  onStep?: (step: EncodeStep, id: string) => void;
  /** Called when an encoding begins; for the log. */
  onBegin?: (encoding: string) => void;
  /** Called when an encoding ends here; for the log. */
  onEnd?: (end: EncodeEnd) => void;
  /** Called when the samples of a film failed, and the fixed ladder is used; for the log. */
  onUntuned?: (error: unknown, encoding: string) => void;
  count?: Count;
  /** Called when a graphics processor failed, and software encodes the video; for the log. */
  onFallback?: (fallback: Fallback, encoding: string) => void;
  settings: () => Promise<EncodingSettings>;
  /** Short side in pixels of the smallest rendition that is made in further codecs. */
  addedFrom: number;
  /** Length in seconds from which a movie gets a preview while its ladder is encoded. */
  previewFromS: number;
  mostAttempts: number;
  free?: FreeBytes;
};

/** `problem`: why there is no movie yet; `retried`: it is tried again. */
export type EncodeEnd = {
  encoding: string;
  result: "done" | "retried" | "failed" | "given-back";
  problem?: string;
  seconds: number;
  renditions?: number;
};

export type EncodeStep =
  | "claimed"
  | "probed"
  | "measured"
  | "pictured"
  | "preview-made"
  | "preview-published"
  | "tuning-begun"
  | "tuned"
  | "ladder-begun"
  | "ladder-half"
  | "ladder-made"
  | "moved"
  | "published";

/** One attempt: where it reports, what stops it, and the folder for its files. */
export type Work = { follower: Follower<EncodingPhase>; signal: AbortSignal; folder: string };

/** What encodes the picture, and who hears that it did not. */
export function pictureOptions(
  { onFallback }: Pick<EncodeDeps, "onFallback">,
  { encoder, encoding }: { encoder: EncodingSettings["encoder"]; encoding: string },
): Pick<EncodeHlsRequest, "encoder" | "onFallback"> {
  let told = false;
  const tell = (fallback: Fallback) => {
    // The preview and the ladder fail for the same reason.
    if (!told) onFallback?.(fallback, encoding);
    told = true;
  };
  return { encoder, onFallback: tell };
}
