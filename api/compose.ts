import { join } from "node:path";
import { Hono } from "hono";
import { localeOf } from "../contract/locales.ts";
import { createMagnets } from "./compose-magnets.ts";
import { createFfmpegMedia } from "./adapters/ffmpeg-media/ffmpeg-media.ts";
import { createFirebaseIdentity } from "./adapters/firebase-identity/firebase-identity.ts";
import { getPath } from "hono/utils/url";
import { createKuromojiReadings } from "./adapters/kuromoji-readings/kuromoji-readings.ts";
import { createLocalIdentity } from "./adapters/local-identity/local-identity.ts";
import { createSharpPictures } from "./adapters/sharp-pictures/sharp-pictures.ts";
import { createSmtpMailer } from "./adapters/smtp-mailer/smtp-mailer.ts";
import { createTerminalMailer } from "./adapters/terminal-mailer/terminal-mailer.ts";
import { createPayments } from "./compose-payment.ts";
import { createPlaces } from "./compose-storage.ts";
import { createJobs } from "./db/jobs.ts";
import { rollUp } from "./domain/analysis/roll-up.ts";
import { createCatalogueCache } from "./domain/catalogue/catalogue-cache.ts";
import { purgeTitles } from "./domain/catalogue/admin/purge-titles.ts";
import { nextScheduled } from "./domain/catalogue/next-scheduled.ts";
import { createRomaniser } from "./domain/catalogue/search/romanise.ts";
import { createTitleSource } from "./domain/catalogue/search/title-source.ts";
import { createAssetFiles } from "./domain/library/downloads/asset-files.ts";
import { Failure } from "./domain/kernel/failure.ts";
import { createNativeHost } from "./domain/accounts/identity/native-host.ts";
import { sweepSpentProofs } from "./domain/accounts/identity/spent-proofs.ts";
import { createAfterwards } from "./domain/service/mail/afterwards.ts";
import { requireSomeRoom } from "./domain/service/files/room.ts";
import { createAssetShelf } from "./domain/playback/media/asset-shelf.ts";
import { createWithheldAssets } from "./domain/playback/media/withheld-assets.ts";
import { createDeliveryRecorder } from "./domain/playback/record-delivery.ts";
import { viewerOf } from "./domain/playback/viewer.ts";
import { createRightToWatch } from "./domain/playback/right-to-watch.ts";
import { findOrphans, sweepAvatars } from "./domain/ingest/orphans/find-orphans.ts";
import { retain } from "./domain/use-cases/retention/retain.ts";
import { authoriseUpload, type ReadGrant } from "./domain/ingest/uploads/authorise-upload.ts";
import { sweepArrivals, sweepParts, sweepPictures } from "./domain/ingest/uploads/sweep-uploads.ts";
import { createUnclaimedQuota, networkKey } from "./domain/ingest/uploads/unclaimed-quota.ts";
import { createSettings } from "./domain/service/settings/settings-store.ts";
import { createApi } from "./http/create-api.ts";
import { withFreshSettings } from "./http/fresh-settings.ts";
import { createHandlers } from "./http/handlers.ts";
import { hookPrefix } from "./http/payment-hook.ts";
import { createArtworkRouter, createMediaRouter } from "./http/media/media-router.ts";
import { createPartServer } from "./http/media/serve-part.ts";
import { createMessages } from "./http/messages.ts";
import { limitCalls } from "./http/limit/limit-calls.ts";
import { networksOf } from "./http/limit/networks.ts";
import { createFileRouter } from "./http/upload/file-router.ts";
import { createResumableRouter } from "./http/upload/resumable-router.ts";
import { createUploadRouter } from "./http/upload/upload-router.ts";
import type { Mailer } from "./ports/mailer.ts";
import { createWorker } from "./worker/create-worker.ts";
import type { Backend, BackendOptions, MailSettings } from "./backend.ts";

export type { Backend, BackendOptions, MailSettings, WorkOptions } from "./backend.ts";

const megabyte = 1024 * 1024;

/** Wires the backend: the only place that selects the adapter for each port. */
export function createBackend(options: BackendOptions): Backend {
  const { database, dataDir, clock, onBug } = options;
  const { db } = database;
  const messages = createMessages(options);
  const titles = createTitleSource(db, options.search);
  const withheld = createWithheldAssets({ db, onError: (error) => onBug(error, "media") });
  const cache = createCatalogueCache({
    onClear: () => {
      titles.expire();
      withheld.forget();
    },
    nextChange: () => nextScheduled(db),
  });
  const onAway = (error: unknown) => (options.onPutOff ?? onBug)(error, "files of the bucket");
  const places = createPlaces({
    ...{ settings: options.storage, dataDir, secret: `${options.secret}.upload`, clock },
    onAway,
  });
  const { storage, films, mediaDir, arrivingDir } = places;
  const artworkDir = join(dataDir, "artwork");
  const pictures = createSharpPictures();
  const findMedia = () =>
    createFfmpegMedia({ ffmpegPath: options.ffmpegPath, anyVersion: options.anyVideoTool ?? options.demo });
  const magnetsDir = join(dataDir, "magnets");
  const sweeping = { db, ...places, artworkDir, magnetsDir };
  const mediaSecret = `${options.secret}.media`;
  const identitySecret = new TextEncoder().encode(`${options.secret}.identity`);
  const identity = options.firebase
    ? createFirebaseIdentity({
        settings: options.firebase,
        db,
        secret: identitySecret,
        clock,
        fail: (code, field) => new Failure(code, field && [field]),
        onAway: (error) => onBug(error, "identity"),
      })
    : createLocalIdentity({
        ...{ db, secret: identitySecret, clock },
        busy: () => new Failure("unavailable", [], 2),
      });
  const store = createSettings({ db, base: options.downloads ? { downloads: options.downloads } : {} });
  const { run: afterwards, settled } = createAfterwards({ onError: (error) => onBug(error, "afterwards") });
  const romanise = createRomaniser(db, {
    readings: createKuromojiReadings(),
    onUnread: (error) => (options.onPutOff ?? onBug)(error, "readings of Japanese titles"),
  });
  const alone = database.kind === "pglite";
  const jobs = createJobs({
    database,
    onError: (error) => onBug(error, "jobs"),
    ...(options.work?.pollS && { pollS: options.work.pollS }),
  });
  const magnets = createMagnets({
    ...{ db, jobs, storage, pictures, clock, onBug, alone, dataDir, settings: store },
    ...options.work?.magnets,
    private: options.magnetsPrivate ?? false,
    onTitles: () => (cache.clear(), afterwards(romanise)),
  });
  const mailer = options.mail && mailerOf(options.mail);
  const payments = createPayments({
    ...{ db, clock, mailer, messages, onBug, words: messages.text, secret: options.secret },
    ...{ settings: options.payment, mailLinkBase: options.mail?.linkBase ?? "" },
    onPutOff: options.onPutOff ?? onBug,
  });
  const handlers = createHandlers({
    ...payments.deps,
    clock,
    jobs,
    identity,
    nativeHost: options.nativeHostSecret ? createNativeHost({ secret: options.nativeHostSecret }) : null,
    storage,
    cache,
    titles,
    mediaSecret,
    shelf: createAssetShelf(films),
    assetFiles: createAssetFiles(films),
    mailer,
    linkBase: options.mail?.linkBase ?? "",
    confirmsAddresses: options.mail?.confirmsAddresses ?? false,
    signUpSecret: `${options.secret}.sign-up`,
    words: messages.text,
    afterwards,
    artworkDir,
    pictures,
    films,
    romanise,
    settings: {
      name: "Matinee",
      version: options.version,
      demo: options.demo,
      firebase: options.firebase,
      get uploadMaxBytes() {
        return store.known().values.uploadMaxGigabytes * 1024 * megabyte;
      },
      get pictureMaxBytes() {
        return store.known().values.pictureMaxMegabytes * megabyte;
      },
      get downloads() {
        return store.known().values.downloads;
      },
    },
    store,
    diagnostics: options.diagnostics ?? false,
    environment: options.environment ?? [],
    dataDir,
    magnets: magnets.service,
    videoTool: async () => (await findMedia()).abilities,
  });
  const record = createDeliveryRecorder({ db, onError: (error) => onBug(error, "delivery") });

  const api = createApi({
    db,
    handlers: withFreshSettings(limitCalls(handlers), store),
    messages,
    clock,
    version: options.version,
    onBug,
    checkAnswers: options.checkAnswers,
    deadlineMs: options.deadlineMs ?? 10_000,
    // A full disk stops the embedded database's journal for good, so nothing is written when little room is left.
    ...(alone && { requireRoom: () => requireSomeRoom(dataDir) }),
  });

  const files = new Hono();
  files.route(
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
  files.route("/artwork", createArtworkRouter({ root: artworkDir }));
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
  files.route("/oss/upload", createUploadRouter(uploading));
  files.route("/oss/resumable", resumable);
  files.route("/oss/file", createFileRouter({ serve: places.serveUploads, clock, opens: places.opens }));
  return {
    fetch(request, caller) {
      if (!isCall(request)) return files.fetch(request, caller);
      return getPath(request).startsWith(hookPrefix) ? payments.hook(request) : api(request, caller);
    },
    films,
    storage,
    cache,
    identity,
    romanise,
    rollUp: () => rollUp(db, clock.now()),
    ...payments.chores,
    async sweep() {
      const now = clock.now();
      // A task that fails, as when a bucket is unreachable, does not stop the others.
      const count = (work: Promise<number>) => work.catch((error: unknown) => (onAway(error), 0));
      await count(purgeTitles({ db, artworkDir }, now).then(() => 0));
      await count(resumable.sweep());
      await count(sweepSpentProofs(db, now).then(() => 0));
      return {
        parts: await count(sweepParts({ arrivingDir, storage }, now)),
        arrivals: await count(sweepArrivals(storage, now)),
        pictures: await count(sweepPictures({ db, storage }, now)),
        avatars: await count(sweepAvatars(sweeping, now)),
      };
    },
    retain: () => retain(db, clock.now()),
    orphans: () => findOrphans(sweeping, clock.now()),
    jobs,
    worker: createWorker({
      ...{ db, jobs, storage, clock, onBug },
      media: findMedia,
      onNoTool: (error) => (options.onPutOff ?? onBug)(error, "encoding"),
      films,
      mediaDir,
      artworkDir,
      pictures,
      onPublished: cache.clear,
      alone,
      ...options.work,
      magnets: magnets.keeper,
    }),
    settled,
  };
}

function isCall(request: Request): boolean {
  const path = getPath(request);
  return path === "/api" || path.startsWith("/api/");
}

function mailerOf({ by }: MailSettings): Mailer {
  if ("smtp" in by) return createSmtpMailer(by.smtp);
  return "terminal" in by ? createTerminalMailer(by.terminal) : by;
}

/** `360p/seg_00012.m4s` → 12 */
function segmentOf(path: string): number {
  return Number(/seg_(\d+)\.m4s$/.exec(path)?.[1] ?? 0);
}
