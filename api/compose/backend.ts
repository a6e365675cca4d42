import type { FirebaseSettings } from "../../contract/accounts/firebase.ts";
import type { BrandFacts } from "../../contract/service/brand-facts.ts";
import type { DownloadPolicy } from "../../contract/index.ts";
import type { Database } from "../db/client.ts";
import type { Jobs } from "../db/jobs.ts";
import type { Changes } from "../db/listen-changes.ts";
import type { LeaseTimes } from "../db/process-lease.ts";
import type { CatalogueCache } from "../domain/catalogue/catalogue-cache.ts";
import type { Orphan } from "../domain/ingest/orphans/orphan.ts";
import type { Api, Caller } from "../http/create-api.ts";
import type { EnvironmentFact } from "../http/service.ts";
import type { Clock } from "../ports/clock.ts";
import type { Files } from "../ports/files.ts";
import type { IdentityProvider } from "../ports/identity.ts";
import type { Mailer } from "../ports/mailer.ts";
import type { Count, Readings } from "../ports/meter.ts";
import type { Storage } from "../ports/storage.ts";
import type { TorrentClient } from "../ports/torrent.ts";
import type { Tracer } from "../db/tracer.ts";
import type { BackgroundTask, BackgroundTasks } from "../worker/background-tasks.ts";
import type { Worker, WorkerDeps } from "../worker/create-worker.ts";
import type { ReconcilerDeps } from "../worker/reconciler-deps.ts";
import type { AddressSigning } from "../domain/playback/media/sign-address.ts";
import type { StorageSettings } from "./storage.ts";

export type BackendOptions = {
  database: Database;
  /** Holds `artwork/` and, without another `storage`, `media/` and `uploads/`. */
  dataDir: string;
  storage?: StorageSettings | undefined;
  localesDir: string;
  /** Source of every key the backend signs with, at least 32 bytes of hex. */
  secret: string;
  /** Scheme and host that browsers know the service by; left out, nothing that depends on it, such as passkeys. */
  publicOrigin?: string | undefined;
  nativeHostSecret?: string | undefined;
  /** Use Firebase as the identity provider; else our own accounts. */
  firebase?: FirebaseSettings | null;
  mediaAccel?: string | undefined;
  /** Where viewers fetch the media of movies; left out, from this server. */
  mediaOrigin?: MediaOriginSettings | null;
  /** How mails are sent, and the prefix of their links; else mails are not sent. */
  mail?: MailSettings | null;
  demo?: boolean;
  /** Ways to pay besides codes. Left out, there are none, and the tasks of payments are other processes'. */
  payment?: PaymentSettings | undefined;
  /** Which users may download movies for offline use, when no setting tells. */
  downloads?: DownloadPolicy;
  /** Whether the page /test exists when no setting tells; default false. */
  diagnostics?: boolean;
  /** Environment variables shown to admins. */
  environment?: EnvironmentFact[];
  /** Whether magnets may connect to addresses of this machine and its network; default false. */
  magnetsPrivate?: boolean | undefined;
  /** Whether the OpenID Connect provider may be on http, this machine and its network; default false. */
  oidcPrivate?: boolean | undefined;
  /** Path of the video tool; left out, one is looked up. */
  ffmpegPath?: string | undefined;
  /** Paths of the program that makes captions, and of its model; left out, none are made. */
  captions?: { command: string; model: string } | null | undefined;
  /** Store each rendition of a new encoding as one file, instead of one for each segment. */
  joinedRenditions?: boolean;
  /** Accept the old build inside the npm packages; left out, only the demo does. */
  anyVideoTool?: boolean;
  version: string;
  clock: Clock;
  onBug: (error: unknown, where: string) => void;
  /** undefined = no traces are sent. */
  trace?: Tracer | undefined;
  /** Counts what happens, for the metrics. */
  count?: Count;
  /** Called when work failed and will be retried; without it, the failure is reported as a bug. */
  onPutOff?: (error: unknown, what: string) => void;
  /** Called when a service that processes share has gone, and when it is back. */
  notice?: (message: string, error?: Error) => void;
  /** Count calls together with other processes: in Valkey, else in PostgreSQL. Left out, this process counts alone. */
  sharedLimits?: { valkeyUrl?: string | undefined } | undefined;
  checkAnswers: boolean;
  /** Milliseconds a call may take; default 10 s, well below the 30 s a client waits. */
  deadlineMs?: number;
  leaseTimes?: Partial<LeaseTimes>;
  /** Options that change the worker's defaults. */
  work?: WorkOptions;
};

export type WorkOptions = {
  /** Send pushes by http and to this machine as well, for tests; default false. */
  pushesPrivate?: boolean;
  /** Send messages to endpoints by http and to this machine as well, for tests; default false. */
  webhooksPrivate?: boolean;
  /** Milliseconds that an endpoint may take; default 10 s. */
  webhookMs?: number;
  /** Milliseconds that the program for captions may take; left out, by the length of the video. */
  captionsMs?: () => number;
} & Partial<
  Pick<
    WorkerDeps,
    | "previewFromS"
    | "addedFrom"
    | "mostAttempts"
    | "free"
    | "onStep"
    | "onBegin"
    | "onEnd"
    | "onLeftOut"
    | "onFallback"
    | "onUntuned"
    | "media"
  >
> & {
    magnets?: Pick<ReconcilerDeps, "times" | "free"> & { client?: TorrentClient };
    /** Seconds between two checks for new jobs. */
    pollS?: number;
  };

/** A CDN, or presigned addresses of the bucket that `storage` names. */
export type MediaOriginSettings = { kind: "cdn"; url: string; signing: AddressSigning } | { kind: "bucket" };

export type PaymentSettings = {
  stripe: { secretKey: string; webhookSecret: string } | null;
  /** Use the fake bank: for DEMO and tests only. */
  sandbox: boolean;
  /** Scheme and host that users return to from a provider's page. */
  linkBase: string;
};

export type MailSettings = {
  /** Public scheme and host of the service. */
  linkBase: string;
  /** Whether mails reach people: an address must then be proven by a mailed code before an account opens. */
  confirmsAddresses: boolean;
  /** By SMTP, printed on the terminal, or by a test's own mailer. */
  by: { smtp: { url: string; from: string } } | { terminal: { write: (text: string) => unknown } } | Mailer;
};

export type Backend = {
  /**
   * Serves /api, /media, /artwork and /oss. `caller` holds the edge's data and the socket's own request and response.
   */
  fetch: (request: Request, caller?: Caller) => Promise<Response>;
  /** Answers the calls of pages in this process. */
  direct: Api["direct"];
  /** Holds one folder per encoded movie. */
  assetStore: Files;
  /** Holds uploads. */
  storage: Storage;
  cache: CatalogueCache;
  /** Drops what this process keeps of data that another process has changed. */
  heed: (changes: Changes) => void;
  /** The operator's brand. @throws Failure unavailable before the settings were read once */
  brand: () => Promise<BrandFacts>;
  identity: IdentityProvider;
  /** What recurs besides answering requests and the worker's own tasks. */
  tasks: BackgroundTask[];
  /** Runs the tasks, each in one process at a time. Not started. */
  background: BackgroundTasks;
  /** Finds files that nothing refers to. */
  orphans: () => AsyncIterable<Orphan>;
  /** Does long work. Not started; another process may run it instead. */
  worker: Worker;
  jobs: Jobs;
  /** Resolves when work that began after an answer, such as a mail, is done. */
  settled: () => Promise<void>;
  /** Ends the queue's connections and those of shared limits. Call it after the worker and before the database. */
  close: () => Promise<void>;
  /** Figures for the metrics. @throws while the database is away */
  readings: () => Promise<Readings>;
  /** Writes the places that players have saved and that still wait. Call it before the database is closed. */
  writeProgress: () => Promise<void>;
};
