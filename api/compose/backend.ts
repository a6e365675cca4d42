import type { FirebaseSettings } from "../../contract/accounts/firebase.ts";
import type { DownloadPolicy } from "../../contract/index.ts";
import type { Database } from "../db/client.ts";
import type { Jobs } from "../db/jobs.ts";
import type { CatalogueCache } from "../domain/catalogue/catalogue-cache.ts";
import type { TitleSourceOptions } from "../domain/catalogue/search/title-source.ts";
import type { Orphan } from "../domain/ingest/orphans/orphan.ts";
import type { Retained } from "../domain/use-cases/retention/retain.ts";
import type { Caller } from "../http/create-api.ts";
import type { EnvironmentFact } from "../http/service.ts";
import type { Clock } from "../ports/clock.ts";
import type { Files } from "../ports/files.ts";
import type { IdentityProvider } from "../ports/identity.ts";
import type { Mailer } from "../ports/mailer.ts";
import type { Storage } from "../ports/storage.ts";
import type { Worker, WorkerDeps } from "../worker/create-worker.ts";
import type { MagnetOptions } from "./magnets.ts";
import type { PaymentChores, PaymentSettings } from "./payments.ts";
import type { StorageSettings } from "./storage.ts";

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
  /** The old build inside the npm packages will do; left out, for the demo alone. */
  anyVideoTool?: boolean;
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
  Pick<WorkerDeps, "previewFromS" | "mostAttempts" | "tidyMs" | "free" | "onStep" | "onLeftOut" | "media">
> & {
  magnets?: MagnetOptions;
  /** Seconds between two looks for new jobs. */
  pollS?: number;
};

export type MailSettings = {
  /** Scheme and host people find the service under. */
  linkBase: string;
  /** Whether mails reach people: then an address is proven by a mailed code before an account opens. */
  confirmsAddresses: boolean;
  /** By SMTP, shown in the terminal, or by what a test brings. */
  by: { smtp: { url: string; from: string } } | { terminal: { write: (text: string) => unknown } } | Mailer;
};

/**
 * How much was removed: parts of uploads that were killed, what was sent to a bucket and never asked for, pictures nothing
 * shows, avatars of nobody.
 */
export type Swept = { parts: number; arrivals: number; pictures: number; avatars: number };

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
  sweep: () => Promise<Swept>;
  /** Removes rows whose time is over, such as ended sessions and guests who left nothing. To be run now and then. */
  retain: () => Promise<Retained>;
  /** Finds what nobody refers to. */
  orphans: () => AsyncIterable<Orphan>;
  /** Does what takes long. Not started; another process may do it, too. */
  worker: Worker;
  /** To be stopped after the worker, before the database. */
  jobs: Jobs;
  /** Resolves when what was begun after an answer, such as a mail, is done. */
  settled: () => Promise<void>;
};
