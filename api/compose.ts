import { join } from "node:path";
import { Hono } from "hono";
import type { FirebaseSettings } from "../contract/firebase.ts";
import type { DownloadPolicy } from "../contract/index.ts";
import { localeOf } from "../contract/locales.ts";
import { createMagnets, type MagnetOptions } from "./compose-magnets.ts";
import { createFfmpegMedia } from "./adapters/ffmpeg-media/ffmpeg-media.ts";
import { createFirebaseIdentity } from "./adapters/firebase-identity/firebase-identity.ts";
import { getPath } from "hono/utils/url";
import { createKuromojiReadings } from "./adapters/kuromoji-readings/kuromoji-readings.ts";
import { createLocalIdentity } from "./adapters/local-identity/local-identity.ts";
import { createSmtpMailer } from "./adapters/smtp-mailer/smtp-mailer.ts";
import { createTerminalMailer } from "./adapters/terminal-mailer/terminal-mailer.ts";
import { createPayments, type PaymentChores, type PaymentSettings } from "./compose-payment.ts";
import { createPlaces, type StorageSettings } from "./compose-storage.ts";
import type { Database } from "./db/client.ts";
import { createJobs, type Jobs } from "./db/jobs.ts";
import { rollUp } from "./domain/analysis/roll-up.ts";
import { createCatalogueCache, type CatalogueCache } from "./domain/catalogue/catalogue-cache.ts";
import { purgeTitles } from "./domain/catalogue/admin/purge-titles.ts";
import { nextScheduled } from "./domain/catalogue/next-scheduled.ts";
import { createRomaniser } from "./domain/catalogue/search/romanise.ts";
import { createTitleSource, type TitleSourceOptions } from "./domain/catalogue/search/title-source.ts";
import { createAssetFiles } from "./domain/download/asset-files.ts";
import { Failure } from "./domain/failure.ts";
import { createNativeHost } from "./domain/identity/native-host.ts";
import { createAfterwards } from "./domain/mail/afterwards.ts";
import { createAssetShelf } from "./domain/media/asset-shelf.ts";
import { createWithheldAssets } from "./domain/media/withheld-assets.ts";
import { createDeliveryRecorder } from "./domain/playback/record-delivery.ts";
import { viewerOf } from "./domain/playback/viewer.ts";
import { createRightToWatch } from "./domain/playback/right-to-watch.ts";
import { findOrphans, sweepAvatars } from "./domain/sweep/find-orphans.ts";
import type { Orphan } from "./domain/sweep/orphan.ts";
import { sweepPictures } from "./domain/upload/sweep-uploads.ts";
import { createSettings } from "./domain/settings/settings-store.ts";
import type { EnvironmentFact } from "./http/admin-settings-handlers.ts";
import { createApi, type Caller } from "./http/create-api.ts";
import { withFreshSettings } from "./http/fresh-settings.ts";
import { createHandlers } from "./http/handlers.ts";
import { hookPrefix } from "./http/payment-hook.ts";
import { createArtworkRouter, createMediaRouter } from "./http/media/media-router.ts";
import { createMessages } from "./http/messages.ts";
import { limitCalls } from "./http/limit/limit-calls.ts";
import { createFileRouter } from "./http/upload/file-router.ts";
import { createResumableRouter } from "./http/upload/resumable-router.ts";
import { createUploadRouter } from "./http/upload/upload-router.ts";
import type { Clock } from "./ports/clock.ts";
import type { Files } from "./ports/files.ts";
import type { IdentityProvider } from "./ports/identity.ts";
import type { Mailer } from "./ports/mailer.ts";
import type { Storage } from "./ports/storage.ts";
import { createWorker, type Worker, type WorkerDeps } from "./worker/create-worker.ts";

export type BackendOptions = {
  database: Database;
  /** Holds `artwork/` and, without a `storage` elsewhere, `media/` and `uploads/`. */
  dataDir: string;
  storage?: StorageSettings | undefined;
  localesDir: string;
  /** Every key the backend signs with is derived from this one, at least 32 bytes of hex. */
  secret: string;
  nativeHostSecret: string | undefined;
  /** With it Firebase is who knows people; without, our own accounts. */
  firebase: FirebaseSettings | null;
  mediaAccel: string | undefined;
  /** How mails are sent, and what their links begin with. Null = not at all. */
  mail: MailSettings | null;
  demo: boolean;
  /** How people can pay, beside codes; left out = not at all. */
  payment?: PaymentSettings;
  /** Who may keep films for watching without a network, where no setting says so. */
  downloads?: DownloadPolicy;
  /** Whether the page /test is there where no setting says so; not where nothing is said. */
  diagnostics?: boolean;
  /** What admins are shown of the environment. */
  environment?: EnvironmentFact[];
  /** Whether magnets may lead to addresses of this machine and its network; not where nothing is said. */
  magnetsPrivate?: boolean | undefined;
  /** The video tool that is to be used; left out, one is looked for. */
  ffmpegPath?: string | undefined;
  version: string;
  clock: Clock;
  onBug: (error: unknown, where: string) => void;
  /** Told what could not be done now and is tried again later; without it, it is a bug. */
  onPutOff?: (error: unknown, what: string) => void;
  checkAnswers: boolean;
  /** How large a catalogue is searched in memory, and for how long without a look at the database. */
  search?: TitleSourceOptions;
  /** Milliseconds a call may take; default 10 s, well within the 30 s a client waits. */
  deadlineMs?: number;
  /** How the worker is to go about it, where that is not the usual way. */
  work?: WorkOptions;
};

export type WorkOptions = Partial<
  Pick<WorkerDeps, "previewFromS" | "mostAttempts" | "tidyMs" | "free" | "onStep" | "media">
> & {
  magnets?: MagnetOptions;
  /** Seconds between two looks for new jobs. */
  pollS?: number;
};

export type MailSettings = {
  /** Scheme and host people find the service under. */
  linkBase: string;
  /** By SMTP, shown in the terminal, or by what a test brings. */
  by: { smtp: { url: string; from: string } } | { terminal: { write: (text: string) => unknown } } | Mailer;
};

export type Backend = PaymentChores & {
  /** Serves /api, /media, /artwork and /oss. `caller` is what the edge knows, and the socket's own request and answer. */
  fetch: (request: Request, caller?: Caller) => Response | Promise<Response>;
  /** Holds one folder per encoded film. */
  films: Files;
  /** Holds what was uploaded. */
  storage: Storage;
  cache: CatalogueCache;
  identity: IdentityProvider;
  /** Works out what titles are found by in Latin letters: after they are written, and now and then. */
  romanise: () => Promise<void>;
  /** Brings the sums of the analysis up to date. To be run now and then. @returns the days that were summed up */
  rollUp: () => Promise<string[]>;
  /** Removes what has come to its end, as people were told. To be run now and then. @returns how much */
  sweep: () => Promise<{ pictures: number; avatars: number }>;
  /** Finds what nobody refers to. */
  orphans: () => AsyncIterable<Orphan>;
  /** Does what takes long. Not started; another process may do it, too. */
  worker: Worker;
  /** To be stopped after the worker, before the database. */
  jobs: Jobs;
  /** Resolves when what was begun after an answer, such as a mail, is done. */
  settled: () => Promise<void>;
};

const megabyte = 1024 * 1024;

/** Wires the backend: the only place that knows which adapter stands behind a port. */
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
  const places = createPlaces({
    ...{ settings: options.storage, dataDir, secret: `${options.secret}.upload`, clock },
    onAway: (error) => (options.onPutOff ?? onBug)(error, "files of the bucket"),
  });
  const { storage, films, mediaDir, arrivingDir } = places;
  const artworkDir = join(dataDir, "artwork");
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
    : createLocalIdentity({ db, secret: identitySecret, clock });
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
    ...{ db, jobs, storage, clock, onBug, alone, dataDir, settings: store, ...options.work?.magnets },
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
    words: messages.text,
    afterwards,
    artworkDir,
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
    videoTool: async () => (await createFfmpegMedia({ ffmpegPath: options.ffmpegPath })).abilities,
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
      mayShare: (subject) => !viewerOf(subject).vip,
      onSegment: ({ grant, path, userAgent, acceptLanguage }) =>
        record({
          ...{ subject: grant.subject, asset: grant.asset, segment: segmentOf(path), at: clock.now() },
          ...{ userAgent, locale: localeOf(acceptLanguage) },
        }),
    }),
  );
  files.route("/artwork", createArtworkRouter({ root: artworkDir }));
  const uploading = {
    ...{ db, storage, folder: arrivingDir, verify: places.verify, messages, clock },
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
      await purgeTitles({ db, artworkDir }, clock.now());
      await resumable.sweep();
      const pictures = await sweepPictures({ db, storage }, clock.now());
      return { pictures, avatars: await sweepAvatars(sweeping, clock.now()) };
    },
    orphans: () => findOrphans(sweeping, clock.now()),
    jobs,
    worker: createWorker({
      ...{ db, jobs, storage, clock, onBug },
      media: () => createFfmpegMedia({ ffmpegPath: options.ffmpegPath }),
      films,
      mediaDir,
      artworkDir,
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
