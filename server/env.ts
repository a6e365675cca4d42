import { accessSync, constants, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { z } from "zod";
import type { StorageSettings } from "../api/compose/storage.ts";
import type { FirebaseSettings, firebaseWebConfig } from "../contract/accounts/firebase.ts";
import { variables } from "./env-variables.ts";
import { readMediaOrigin, type MediaOriginEnv, type MediaOriginVariables } from "./media-origin.ts";
import { readStorageUrl, type AwsKeys } from "./storage-url.ts";

type Raw = z.infer<typeof variables>;

export type Env = Omit<
  Raw,
  | keyof AwsKeys
  | keyof MediaOriginVariables
  | "STORAGE_URL"
  | "HOST"
  | "DIAGNOSTICS"
  | "DRAIN_S"
  | "PAYMENT_SANDBOX"
  | "FIREBASE_CONFIG"
  | "FIREBASE_AUTH_EMULATOR_HOST"
  | "SMTP_URL"
  | "MAIL_FROM"
  | "STRIPE_SECRET_KEY"
  | "STRIPE_WEBHOOK_SECRET"
  | "CAPTIONS_COMMAND"
  | "CAPTIONS_MODEL"
> & {
  HOST: string;
  DIAGNOSTICS: boolean;
  DRAIN_S: number;
  /** Scheme and host that browsers know the service by. */
  publicOrigin: string;
  /** How mails are sent: by SMTP, or shown in the terminal; null = not sent. */
  mail: { linkBase: string; smtp: { url: string; from: string } | null } | null;
  firebase: FirebaseSettings | null;
  /** Whether traces are sent. */
  traces: boolean;
  /** Where movies and uploads are stored; null = in DATA_DIR. */
  storage: StorageSettings | null;
  /** Where viewers fetch the media of movies; null = here. */
  mediaOrigin: MediaOriginEnv | null;
  payment: PaymentEnv;
  /** Absolute paths of the program that makes captions, and of its model; null = none are made. */
  captions: { command: string; model: string } | null;
};

/** Ways to pay besides codes. */
type PaymentEnv = {
  stripe: { secretKey: string; webhookSecret: string } | null;
  sandbox: boolean;
  /** Scheme and host that users return to from a provider's page. */
  linkBase: string;
};

/** A variable has an unusable value. `message` is one line that names it. */
export class BadEnv extends Error {}

/**
 * Parses the environment once, at boot.
 * @param onTerminal whether standard output is a terminal that a user reads, and not a collected log
 * @throws BadEnv naming the first bad variable, without its value (it may be a secret)
 */
export function parseEnv(source: Record<string, string | undefined>, { onTerminal = false } = {}): Env {
  const parsed = variables.safeParse(source);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new BadEnv(`${issue!.path.join(".")}: ${issue!.message}`);
  }
  const env = parsed.data;
  // The demo's passwords are public: it must not become reachable from the internet by mistake.
  if (env.DEMO && env.PUBLIC_URL && !isLoopback(new URL(env.PUBLIC_URL).hostname)) {
    throw new BadEnv(
      "PUBLIC_URL: must be a loopback address while DEMO is set, since the demo's passwords are public",
    );
  }
  const { FIREBASE_CONFIG: web, FIREBASE_AUTH_EMULATOR_HOST: emulator, ...others } = env;
  const { SMTP_URL: _smtp, MAIL_FROM: _from, ...kept } = others;
  const { STORAGE_URL: _storage, AWS_ACCESS_KEY_ID: _id, AWS_SECRET_ACCESS_KEY: _key, ...more } = kept;
  const { AWS_SESSION_TOKEN: _token, AWS_REGION: _region, ...left } = more;
  const { MEDIA_ORIGIN: _cdn, MEDIA_ORIGIN_SIGNING: _way, MEDIA_ORIGIN_KEY: _pem, ...leftover } = left;
  const {
    MEDIA_ORIGIN_KEY_ID: _pair,
    STRIPE_SECRET_KEY: _stripe,
    STRIPE_WEBHOOK_SECRET: _hook,
    ...few
  } = leftover;
  const { PAYMENT_SANDBOX: _bank, CAPTIONS_COMMAND: _program, CAPTIONS_MODEL: _model, ...rest } = few;
  const storage = storageOf(env);
  const firebase = firebaseOf({ web, emulator, demo: env.DEMO, production: env.NODE_ENV === "production" });
  const { OTEL_EXPORTER_OTLP_ENDPOINT: otlp, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = env;
  const atHome = env.DEMO || env.NODE_ENV === "development";
  const HOST = env.HOST ?? (atHome ? "127.0.0.1" : "0.0.0.0");
  const DIAGNOSTICS = env.DIAGNOSTICS ?? atHome;
  const DRAIN_S = env.DRAIN_S ?? (atHome || onTerminal ? 0 : 3);
  return {
    ...rest,
    traces: !env.OTEL_SDK_DISABLED && Boolean(otlp ?? traces),
    firebase,
    storage,
    mediaOrigin: mediaOriginOf(env, storage),
    HOST,
    DIAGNOSTICS,
    DRAIN_S,
    publicOrigin: publicOriginOf(env, HOST),
    mail: mailOf(env, { HOST, shown: atHome || onTerminal }),
    payment: paymentOf(env, HOST),
    captions: captionsOf(env),
  };
}

/** A program and its model, or neither. What is there at boot may be gone later; then the job says so. */
function captionsOf({ CAPTIONS_COMMAND: command, CAPTIONS_MODEL: model }: Raw): Env["captions"] {
  if (!command && !model) return null;
  if (!command) throw new BadEnv("CAPTIONS_COMMAND: must be set where CAPTIONS_MODEL is");
  if (!model) throw new BadEnv("CAPTIONS_MODEL: must be set where CAPTIONS_COMMAND is");
  requireFile("CAPTIONS_COMMAND", { path: command, mode: constants.X_OK, may: "run" });
  requireFile("CAPTIONS_MODEL", { path: model, mode: constants.R_OK, may: "read" });
  return { command, model };
}

function requireFile(
  name: string,
  { path, mode, may }: { path: string; mode: number; may: "run" | "read" },
): void {
  if (!isAbsolute(path)) throw new BadEnv(`${name}: must be an absolute path`);
  try {
    accessSync(path, mode);
    if (statSync(path).isFile()) return;
  } catch {
    // Said below.
  }
  throw new BadEnv(`${name}: must be a file that this process may ${may}`);
}

/** The sandbox accepts every payment: it is for the demo and for tests, and reachable from this machine only. */
function paymentOf(env: Raw, HOST: string): PaymentEnv {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, PUBLIC_URL, DEMO } = env;
  const linkBase = linkBaseOf(env, HOST);
  const sandbox = DEMO || env.PAYMENT_SANDBOX;
  if (env.PAYMENT_SANDBOX && !(PUBLIC_URL && isLoopback(new URL(PUBLIC_URL).hostname)))
    throw new BadEnv("PAYMENT_SANDBOX: is for tests, where PUBLIC_URL is a loopback address");
  if (!secretKey) {
    if (webhookSecret) throw new BadEnv("STRIPE_WEBHOOK_SECRET: needs STRIPE_SECRET_KEY");
    return { stripe: null, sandbox, linkBase };
  }
  if (!webhookSecret) throw new BadEnv("STRIPE_WEBHOOK_SECRET: must be set where STRIPE_SECRET_KEY is");
  if (DEMO && secretKey.includes("_live_"))
    throw new BadEnv("STRIPE_SECRET_KEY: must be a test key while DEMO is set");
  if (!PUBLIC_URL && !DEMO && env.NODE_ENV === "production")
    throw new BadEnv("PUBLIC_URL: must be set where STRIPE_SECRET_KEY is, for the way back from paying");
  return { stripe: { secretKey, webhookSecret }, sandbox, linkBase };
}

function linkBaseOf({ PUBLIC_URL, PORT }: Raw, HOST: string): string {
  const host = HOST === "0.0.0.0" || HOST === "::" ? "localhost" : HOST;
  return PUBLIC_URL ? new URL(PUBLIC_URL).origin : `http://${host}:${PORT}`;
}

/** Without PUBLIC_URL a service that this machine alone reaches is opened by the name, for which browsers have passkeys. */
function publicOriginOf(env: Raw, HOST: string): string {
  return linkBaseOf(env, !env.PUBLIC_URL && isLoopback(HOST) ? "localhost" : HOST);
}

function storageOf(env: Raw): StorageSettings | null {
  const { STORAGE_URL, DEMO } = env;
  let storage: StorageSettings | null;
  try {
    storage = STORAGE_URL ? readStorageUrl(STORAGE_URL, env) : null;
  } catch (error) {
    throw new BadEnv(`STORAGE_URL: ${(error as Error).message}`);
  }
  if (storage && DEMO) throw new BadEnv("STORAGE_URL: can't be used with DEMO, whose videos are in DATA_DIR");
  return storage;
}

function mediaOriginOf(env: Raw, storage: StorageSettings | null): MediaOriginEnv | null {
  try {
    return readMediaOrigin(env, { storage, isLoopback });
  } catch (error) {
    throw new BadEnv((error as Error).message);
  }
}

/**
 * A mail holds a link that opens an account. Without an SMTP server it is shown in a terminal to a developer or a
 * user trying the product, and never written to collected output; there mail is turned off instead.
 */
function mailOf(env: Raw, { HOST, shown }: { HOST: string; shown: boolean }): Env["mail"] {
  const { SMTP_URL, MAIL_FROM, PUBLIC_URL } = env;
  if (!SMTP_URL) return shown ? { linkBase: linkBaseOf(env, HOST), smtp: null } : null;
  if (!MAIL_FROM) throw new BadEnv("MAIL_FROM: must be set where SMTP_URL is");
  // The sender chooses a request's Host header: a link made from it could lead anywhere.
  if (!PUBLIC_URL) throw new BadEnv("PUBLIC_URL: must be set where SMTP_URL is, for the links in mails");
  return { linkBase: new URL(PUBLIC_URL).origin, smtp: { url: SMTP_URL, from: MAIL_FROM } };
}

/**
 * The emulator's tokens have no signature. It is trusted only on a loopback address, in a project that cannot be real,
 * and never in production.
 */
function firebaseOf({
  web,
  emulator,
  demo,
  production,
}: {
  web: z.infer<typeof firebaseWebConfig> | undefined;
  emulator: string | undefined;
  demo: boolean;
  production: boolean;
}): FirebaseSettings | null {
  const no = (text: string) => new BadEnv(`FIREBASE_AUTH_EMULATOR_HOST: ${text}`);
  if (!web) {
    if (emulator) throw no("needs FIREBASE_CONFIG");
    return null;
  }
  if (demo) throw new BadEnv("FIREBASE_CONFIG: can't be used with DEMO, whose accounts are our own");
  if (web.measurementId && !web.appId) throw new BadEnv("FIREBASE_CONFIG: needs an appId to measure");
  if (!emulator) return { ...web, emulator: null };
  const host = /^(.+):\d{1,5}$/.exec(emulator)?.[1];
  if (production) throw no("is for tests, and refused in production");
  if (!host || !isLoopback(host)) throw no("must be a loopback address and a port");
  if (!web.projectId.startsWith("demo-")) throw no("needs a project whose id begins with demo-");
  return { ...web, emulator };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}
