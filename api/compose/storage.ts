import { join } from "node:path";
import { createLocalFiles } from "../adapters/local-storage/local-files.ts";
import { createLocalStorage } from "../adapters/local-storage/local-storage.ts";
import { createBucket } from "../adapters/s3-storage/bucket.ts";
import { createS3Files, createS3Links, createS3Source } from "../adapters/s3-storage/s3-files.ts";
import { createS3Storage } from "../adapters/s3-storage/s3-storage.ts";
import { createLocalSource } from "../http/media/join-files.ts";
import { contentTypeOf } from "../http/media/content-type.ts";
import { createAccelServer } from "../http/media/serve-accel.ts";
import { createFileServer, type FileServer } from "../http/media/serve-file.ts";
import { createRemoteServer } from "../http/media/serve-remote.ts";
import type { Clock } from "../ports/clock.ts";
import type { Files, LinkToFile, RemoteSource } from "../ports/files.ts";
import type { Count } from "../ports/meter.ts";
import type { BucketSettings, Storage, UploadGrant } from "../ports/storage.ts";

/** Where files are stored: in a folder of this machine, or in a bucket. */
export type StorageSettings = { kind: "folder"; path: string } | { kind: "bucket"; bucket: BucketSettings };

export type Places = {
  storage: Storage;
  /** Holds one folder per encoded movie. */
  assetStore: Files;
  /** Holds one folder of pictures per movie, and one of avatars. */
  artwork: Files;
  /** A folder of this machine: movies are encoded in it and, without a bucket, served from it. */
  mediaDir: string;
  /** A folder of this machine: holds files while they arrive, as one request or in parts. */
  arrivingDir: string;
  piecesDir: string;
  /** Serves movies; undefined = serve the files in `mediaDir` directly. */
  serveVideos: FileServer | undefined;
  /** The movies, to be read in parts. */
  assetSource: RemoteSource;
  /** An address at the bucket of one of its movies' files, for anyone who has it; null for a folder. */
  linkToMedia: LinkToFile | null;
  serveUploads: FileServer;
  serveArtwork: FileServer;
  /** Reads the fields of a form that posts to this server. */
  verify: (fields: Record<string, string>, now: Date) => UploadGrant | null;
  /** Whether a link to a stored file opens it now. */
  opens: (link: { grant: string; key: string; now: Date }) => boolean;
};

/**
 * Combines the two adapters of the storage.
 * @param onAway called when a bucket could not be read during playback
 */
export function createPlaces({
  settings,
  dataDir,
  secret,
  clock,
  onAway,
  accel,
  count = () => {},
}: {
  settings: StorageSettings | undefined;
  dataDir: string;
  secret: string;
  clock: Clock;
  onAway: (error: unknown) => void;
  /** Internal location of nginx, for a bucket: nginx fetches its files of movies there. */
  accel?: string | undefined;
  count?: Count;
}): Places {
  const folder = settings?.kind === "folder" ? settings.path : dataDir;
  const mediaDir = join(folder, "media");
  const arrivingDir = join(folder, "uploads");
  const artworkDir = join(dataDir, "artwork");
  const own = createLocalStorage({ secret, folder: arrivingDir, url: "/oss/upload", fileUrl: "/oss/file" });
  const places = {
    mediaDir,
    arrivingDir,
    piecesDir: join(folder, "resumable"),
    verify: own.verify,
    opens: own.opens,
  };
  if (settings?.kind !== "bucket")
    return {
      ...places,
      storage: own,
      assetStore: createLocalFiles(mediaDir),
      serveVideos: undefined,
      assetSource: createLocalSource(mediaDir),
      linkToMedia: null,
      serveUploads: createFileServer({ root: arrivingDir, clock }),
      artwork: createLocalFiles(artworkDir),
      serveArtwork: createFileServer({ root: artworkDir, clock }),
    };
  const { prefix } = settings.bucket;
  const bucket = createBucket(settings.bucket, ({ code }) => count({ what: "bucket-error", code }));
  const sourceOf = (part: string) => createS3Source({ bucket, prefix: `${prefix}${part}/` });
  const serve = (part: string) => createRemoteServer({ source: sourceOf(part), clock, onAway });
  const linkToMedia = createS3Links({ bucket, prefix: `${prefix}media/`, typeOf: contentTypeOf });
  return {
    ...places,
    storage: createS3Storage({ bucket, prefix, secret, own }),
    assetStore: createS3Files({ bucket, prefix: `${prefix}media/` }),
    serveVideos: accel
      ? createAccelServer({ location: accel, link: linkToMedia, serve: serve("media"), clock, onAway })
      : serve("media"),
    linkToMedia,
    assetSource: sourceOf("media"),
    serveUploads: serve("uploads"),
    artwork: createS3Files({ bucket, prefix: `${prefix}artwork/` }),
    serveArtwork: serve("artwork"),
  };
}
