import { Hono } from "hono";
import { settingDefaults } from "../../contract/service/settings.ts";
import type { Db } from "../db/client.ts";
import { createWebtorrent } from "../adapters/webtorrent-torrent/webtorrent-torrent.ts";
import { tellFailedEncodings, tellWaitingMagnets } from "../domain/ingest/notices/work-notices.ts";
import { findOrphans, sweepAvatars } from "../domain/ingest/orphans/find-orphans.ts";
import { authoriseUpload, type ReadGrant } from "../domain/ingest/uploads/authorise-upload.ts";
import { sweepArrivals, sweepParts, sweepPictures } from "../domain/ingest/uploads/sweep-uploads.ts";
import { createUnclaimedQuota } from "../domain/ingest/uploads/unclaimed-quota.ts";
import { createIngestHandlers } from "../http/ingest.ts";
import { adminsOf } from "../domain/service/notices/raise-notices.ts";
import { networkKey } from "../domain/kernel/network-key.ts";
import { networksOf } from "../http/limit/networks.ts";
import { createFileRouter } from "../http/upload/file-router.ts";
import { createResumableRouter } from "../http/upload/resumable-router.ts";
import { createUploadRouter } from "../http/upload/upload-router.ts";
import type { BackgroundTask } from "../worker/background-tasks.ts";
import { createWorker } from "../worker/create-worker.ts";
import { createReconciler } from "../worker/reconcile-magnets.ts";
import type { Catalogue } from "./catalogue.ts";
import { hourMs, type Kernel } from "./kernel.ts";
import type { Service } from "./service.ts";

/**
 * Counts of removed items: upload parts of killed uploads, bucket uploads that were never claimed, unused pictures,
 * avatars without a user.
 */
export type Swept = { parts: number; arrivals: number; pictures: number; avatars: number };

/** Before the first answer of the database, which encoding waits for anyway. */
const initialSettings = () => settingDefaults;

/** Wires uploads, encoding, subtitles, magnets and the sweep of orphans. */
export function composeIngest(
  kernel: Kernel,
  { store, source, topics, webhooks }: Service,
  catalogue: Catalogue,
) {
  const { cache, showMovies, runImports: imports } = catalogue;
  const { options, db, clock, places, pictures, jobs, magnetsDir, lease, onBug } = kernel;
  const { storage, assetStore, artwork, mediaDir } = places;
  const { dataDir, work = {} } = options;
  const [uploads, sweeping] = [createUploads(kernel), { db, ...places, magnetsDir }];
  const {
    client = createWebtorrent({ private: options.magnetsPrivate ?? false, discovery: true }),
    ...magnets
  } = work.magnets ?? {};

  const sweep = () => sweepUploads(kernel, { sweepPieces: uploads.sweepPieces, sweeping });
  addTopics(db, topics);
  return {
    tasks: [{ name: "sweep-uploads", run: sweep, firstMs: 0, everyMs: hourMs }] as BackgroundTask[],
    orphans: () => findOrphans(sweeping, clock.now()),
    handlers: createIngestHandlers({
      db,
      jobs,
      ...places,
      pictures,
      cache,
      store,
      source,
      showMovies,
      makesCaptions: kernel.captions !== null,
      secret: `${options.secret}.upload`,
      magnets: {
        dataDir,
        free: magnets.free,
        allows: client.allows,
        settings: () => store.known().values,
        wake: () => jobs.wake("magnets").catch((error: unknown) => onBug(error, "magnets")),
      },
    }),
    routes: uploads.routes,
    worker: createWorker({
      db,
      jobs,
      storage,
      assetStore,
      mediaDir,
      artwork,
      pictures,
      clock,
      onBug,
      lease,
      media: kernel.findMedia,
      onNoTool: (error) => kernel.onPutOff(error, "encoding"),
      onPublished: cache.clear,
      count: kernel.count,
      settings: () => store.fresh().then(() => store.known().values, initialSettings),
      ...work,
      ...captionsOf(kernel),
      imports,
      webhooks,
      magnets: createReconciler({
        db,
        jobs,
        storage,
        pictures,
        clock,
        onBug,
        lease,
        artwork,
        magnetsDir,
        client,
        ...magnets,
        settings: store,
        onMovies: showMovies,
      }),
    }),
  };
}

/** What a worker makes captions with; nothing where no program is set up. */
function captionsOf({ captions, places, options }: Kernel) {
  if (!captions) return {};
  return {
    captions: { captions, assetSource: places.assetSource, captionsMs: options.work?.captionsMs },
  };
}

type Sweeping = { sweepPieces: () => Promise<unknown>; sweeping: Parameters<typeof sweepAvatars>[0] };

/** Removes what uploads have left behind. */
async function sweepUploads(
  { db, clock, places, onAway }: Kernel,
  { sweepPieces, sweeping }: Sweeping,
): Promise<Swept> {
  const { storage, arrivingDir } = places;
  const now = clock.now();
  // A part that fails, as when a bucket is unreachable, does not stop the others.
  const count = (part: Promise<number>) => part.catch((error: unknown) => (onAway(error), 0));
  await sweepPieces().catch(onAway);
  return {
    parts: await count(sweepParts({ arrivingDir, storage }, now)),
    arrivals: await count(sweepArrivals(storage, now)),
    pictures: await count(sweepPictures({ db, storage }, now)),
    avatars: await count(sweepAvatars(sweeping, now)),
  };
}

/** What admins are told of long work. */
function addTopics(db: Db, topics: Service["topics"]): void {
  topics.set("encoding-failed", {
    audience: adminsOf("encoding-failed"),
    find: (now) => tellFailedEncodings(db, now),
  });
  topics.set("magnet-waiting", {
    audience: adminsOf("magnet-waiting"),
    find: (now) => tellWaitingMagnets(db, now),
  });
}

/** Takes files in, and serves them to those who may open them. */
function createUploads({ options, db, clock, places, messages, onBug }: Kernel) {
  const { storage, arrivingDir, piecesDir, serveUploads, opens } = places;
  const readGrant: ReadGrant = async (fields, now) => {
    const grant = places.verify(fields, now);
    if (grant) await authoriseUpload(db, grant, now);
    return grant;
  };
  const uploading = {
    db,
    storage,
    folder: arrivingDir,
    readGrant,
    messages,
    clock,
    quota: createUnclaimedQuota(db),
    networkOf: (address: string) => networkKey(networksOf(address)[0]!.name, options.secret),
    onBug: (error: unknown) => onBug(error, "upload"),
  };
  const resumable = createResumableRouter({ ...uploading, partsFolder: piecesDir });
  const routes = new Hono();
  routes.route("/oss/upload", createUploadRouter(uploading));
  routes.route("/oss/resumable", resumable);
  routes.route("/oss/file", createFileRouter({ serve: serveUploads, clock, opens }));
  return {
    routes,
    /** Removes uploads in pieces that nothing was added to for long. */
    sweepPieces: () => resumable.sweep(),
  };
}
