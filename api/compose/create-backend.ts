import { getPath } from "hono/utils/url";
import { join } from "node:path";
import { createFfmpegMedia } from "../adapters/ffmpeg-media/ffmpeg-media.ts";
import { createKuromojiReadings } from "../adapters/kuromoji-readings/kuromoji-readings.ts";
import { createSharpPictures } from "../adapters/sharp-pictures/sharp-pictures.ts";
import { createSmtpMailer } from "../adapters/smtp-mailer/smtp-mailer.ts";
import { createTerminalMailer } from "../adapters/terminal-mailer/terminal-mailer.ts";
import { createJobs } from "../db/jobs.ts";
import { createNativeHost } from "../domain/accounts/identity/native-host.ts";
import { sweepSpentProofs } from "../domain/accounts/identity/spent-proofs.ts";
import { rollUp } from "../domain/analysis/roll-up.ts";
import { purgeTitles } from "../domain/catalogue/admin/purge-titles.ts";
import { createCatalogueCache } from "../domain/catalogue/catalogue-cache.ts";
import { nextScheduled } from "../domain/catalogue/next-scheduled.ts";
import { createRomaniser } from "../domain/catalogue/search/romanise.ts";
import { findOrphans, sweepAvatars } from "../domain/ingest/orphans/find-orphans.ts";
import { sweepArrivals, sweepParts, sweepPictures } from "../domain/ingest/uploads/sweep-uploads.ts";
import { createAssetFiles } from "../domain/library/downloads/asset-files.ts";
import { createAssetShelf } from "../domain/playback/media/asset-shelf.ts";
import { createWithheldAssets } from "../domain/playback/media/withheld-assets.ts";
import { requireSomeRoom } from "../domain/service/files/room.ts";
import { createAfterwards } from "../domain/service/mail/afterwards.ts";
import { createSettings } from "../domain/service/settings/settings-store.ts";
import { retain } from "../domain/use-cases/retention/retain.ts";
import { createApi } from "../http/create-api.ts";
import { withFreshSettings } from "../http/fresh-settings.ts";
import { createHandlers } from "../http/handlers.ts";
import { limitCalls } from "../http/limit/limit-calls.ts";
import { createMessages } from "../http/messages.ts";
import { hookPrefix } from "../http/payment-hook.ts";
import type { Mailer } from "../ports/mailer.ts";
import { createWorker } from "../worker/create-worker.ts";
import type { Backend, BackendOptions, MailSettings } from "./backend.ts";
import { createFilesRouter } from "./files-router.ts";
import { createIdentity } from "./identity.ts";
import { createMagnets } from "./magnets.ts";
import { createPayments } from "./payments.ts";
import { createPlaces } from "./storage.ts";

export type { Backend, BackendOptions, MailSettings, WorkOptions } from "./backend.ts";

const megabyte = 1024 * 1024;

/** Wires the backend: the only place that selects the adapter for each port. */
export function createBackend(options: BackendOptions): Backend {
  const { database, dataDir, clock, onBug } = options;
  const { db } = database;
  const messages = createMessages(options);
  const withheld = createWithheldAssets({ db, onError: (error) => onBug(error, "media") });
  const cache = createCatalogueCache({
    onClear: withheld.forget,
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
  const identity = createIdentity(options);
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

  const files = createFilesRouter({
    ...{ options, db, places, withheld, messages, mediaSecret, artworkDir, onAway },
  });
  return {
    async fetch(request, caller) {
      if (!isCall(request)) return files.router.fetch(request, caller);
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
      await count(files.sweepPieces());
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
