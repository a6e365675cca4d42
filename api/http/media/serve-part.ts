import type { Context } from "hono";
import { cutCues, cutPlaylist } from "../../domain/playback/media/cut-teaser.ts";
import { nameSegments, segmentName } from "../../domain/playback/media/joined-rendition.ts";
import type { RenditionSlices } from "../../domain/playback/media/rendition-slices.ts";
import type { Teaser } from "../../domain/playback/teaser.ts";
import { isStorageFailure } from "../../domain/service/files/storage-failure.ts";
import type { Files, RemoteSource } from "../../ports/files.ts";
import { isSafePath } from "./file-source.ts";
import { joinFiles } from "./join-files.ts";
import { plainAnswer } from "./serve-file.ts";
import { againS, createRemoteServer } from "./serve-remote.ts";
import { textAnswer } from "./text-answer.ts";

export type PartRequest = {
  asset: string;
  /** Relative to the asset, decoded. It may be hostile. */
  path: string;
  part: Teaser;
  cacheControl: string;
};

/** @returns null when the file may be served whole */
export type PartServer = (c: Context, request: PartRequest) => Promise<Response | null>;

/** Segments of every rendition and sound have the same numbers and lengths. */
const segment = /^[\w-]+\/seg_(\d{5,})\.m4s$/;
const whole = /^(?:master\.m3u8|[\w-]+\/init\.mp4)$/;
const playlist = /^[\w-]+\/[\w-]+\.m3u8$/;
const subtitles = /^subs\/[\w-]+\.vtt$/;
const joined = /^([\w-]+)\/teaser\.mp4$/;

/**
 * Serves only the beginning of a movie: the segments up to its end, playlists and subtitles cut at that point, and the
 * init segment with those segments as one file (`<rendition>/teaser.mp4`), for players without HLS. Every other path
 * of the movie is 403, known or unknown.
 * @param assetStore texts of the movies, by path
 * @param source the same files, to be read in parts
 * @param slices finds that beginning in an asset whose renditions are one file each
 * @param onAway called when a store could not be read
 */
export function createPartServer({
  assetStore,
  source,
  slices,
  clock,
  onAway,
}: {
  assetStore: Pick<Files, "text">;
  source: RemoteSource;
  slices: Pick<RenditionSlices, "beginning">;
  clock: { now(): Date };
  onAway: (error: unknown) => void;
}): PartServer {
  const cut = async (c: Context, { asset, path, part, cacheControl }: PartRequest) => {
    const text = await assetStore.text(`${asset}/${path}`);
    if (text === null) return plainAnswer(404, "Not found");
    const beginning = path.endsWith(".vtt")
      ? cutCues(text, part.endS)
      : cutPlaylist(nameSegments(text), part.endS);
    return textAnswer(c, { path, text: beginning, cacheControl });
  };
  const join = async (c: Context, { asset, path, part, cacheControl }: PartRequest, rendition: string) => {
    const request = { path: `${asset}/${path}`, cacheControl };
    const slice = await slices.beginning(asset, rendition, part.segments);
    if (slice) return createRemoteServer({ source, clock, onAway })(c, { ...request, slice });
    const names = Array.from({ length: part.segments }, (_, n) => segmentName(n));
    const paths = ["init.mp4", ...names].map((name) => `${asset}/${rendition}/${name}`);
    const joinedSource = { open: () => joinFiles(source, paths) };
    return createRemoteServer({ source: joinedSource, clock, onAway })(c, request);
  };

  return async function servePart(c, request) {
    const { path, part } = request;
    if (!isSafePath(path)) return plainAnswer(404, "Not found");
    const number = segment.exec(path)?.[1];
    if (whole.test(path) || (number !== undefined && Number(number) < part.segments)) return null;
    try {
      if (playlist.test(path) || subtitles.test(path)) return await cut(c, request);
      const [, rendition] = joined.exec(path) ?? [];
      if (rendition !== undefined) return await join(c, request, rendition);
      return plainAnswer(403, "This link opens the beginning only");
    } catch (error) {
      if (!isStorageFailure(error)) throw error;
      onAway(error);
      return plainAnswer(503, "Not available now", { "Retry-After": String(againS) });
    }
  };
}
