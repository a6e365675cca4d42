import { Hono } from "hono";
import { localeOf } from "../../contract/locales.ts";
import type { Db } from "../db/client.ts";
import { authoriseUpload, type ReadGrant } from "../domain/ingest/uploads/authorise-upload.ts";
import { createUnclaimedQuota, networkKey } from "../domain/ingest/uploads/unclaimed-quota.ts";
import type { createWithheldAssets } from "../domain/playback/media/withheld-assets.ts";
import { createDeliveryRecorder } from "../domain/playback/record-delivery.ts";
import { createRightToWatch } from "../domain/playback/right-to-watch.ts";
import { viewerOf } from "../domain/playback/viewer.ts";
import { networksOf } from "../http/limit/networks.ts";
import { createArtworkRouter, createMediaRouter } from "../http/media/media-router.ts";
import { createPartServer } from "../http/media/serve-part.ts";
import type { Messages } from "../http/messages.ts";
import { createFileRouter } from "../http/upload/file-router.ts";
import { createResumableRouter } from "../http/upload/resumable-router.ts";
import { createUploadRouter } from "../http/upload/upload-router.ts";
import type { BackendOptions } from "./backend.ts";
import type { Places } from "./storage.ts";

type FilesDeps = {
  options: BackendOptions;
  db: Db;
  places: Places;
  withheld: Pick<ReturnType<typeof createWithheldAssets>, "isWithheld">;
  messages: Messages;
  mediaSecret: string;
  artworkDir: string;
  onAway: (error: unknown) => void;
};

/**
 * Serves films and pictures, and takes files in.
 * @returns `router`: /media, /artwork and /oss; `sweepPieces` removes uploads in pieces that nothing was added to for long
 */
export function createFilesRouter({
  options,
  db,
  places,
  withheld,
  messages,
  mediaSecret,
  artworkDir,
  onAway,
}: FilesDeps): { router: Hono; sweepPieces: () => Promise<number> } {
  const { clock, onBug } = options;
  const { storage, films, mediaDir, arrivingDir } = places;
  const record = createDeliveryRecorder({ db, onError: (error) => onBug(error, "delivery") });
  const router = new Hono();
  router.route(
    "/media",
    createMediaRouter({
      root: mediaDir,
      serve: places.serveFilms,
      secret: mediaSecret,
      clock,
      accel: options.mediaAccel,
      mayWatch: createRightToWatch({ db, onError: (error) => onBug(error, "media") }),
      isWithheld: withheld.isWithheld,
      parts: {
        of: (subject) => viewerOf(subject).part,
        serve: createPartServer({ films, clock, source: places.filmSource, onAway }),
      },
      mayShare: (subject) => viewerOf(subject).level === "free",
      onSegment: ({ grant, path, userAgent, acceptLanguage }) =>
        record({
          ...{ subject: grant.subject, asset: grant.asset, segment: segmentOf(path), at: clock.now() },
          ...{ userAgent, locale: localeOf(acceptLanguage) },
        }),
    }),
  );
  router.route("/artwork", createArtworkRouter({ root: artworkDir }));
  const readGrant: ReadGrant = async (fields, now) => {
    const grant = places.verify(fields, now);
    if (grant) await authoriseUpload(db, grant, now);
    return grant;
  };
  const uploading = {
    ...{ db, storage, folder: arrivingDir, readGrant, messages, clock },
    quota: createUnclaimedQuota(db),
    networkOf: (address: string) => networkKey(networksOf(address)[0]!.name, options.secret),
    onBug: (error: unknown) => onBug(error, "upload"),
  };
  const resumable = createResumableRouter({ ...uploading, partsFolder: places.piecesDir });
  router.route("/oss/upload", createUploadRouter(uploading));
  router.route("/oss/resumable", resumable);
  router.route("/oss/file", createFileRouter({ serve: places.serveUploads, clock, opens: places.opens }));
  return { router, sweepPieces: () => resumable.sweep() };
}

/** `360p/seg_00012.m4s` → 12 */
function segmentOf(path: string): number {
  return Number(/seg_(\d+)\.m4s$/.exec(path)?.[1] ?? 0);
}
