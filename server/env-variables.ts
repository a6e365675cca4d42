import { isIP } from "node:net";
import { z } from "zod";
import { firebaseWebConfig } from "../contract/accounts/firebase.ts";

const flag = z.enum(["0", "1", "true", "false", ""]).transform((value) => value === "1" || value === "true");
const optionalText = z
  .string()
  .optional()
  .transform((value) => (value === "" ? undefined : value));

/** One-line error: either the JSON cannot be read, or the first missing part. */
const firebaseJson = z.string().transform((value, context) => {
  let json: unknown;
  try {
    json = JSON.parse(value);
  } catch {
    context.addIssue({ code: "custom", message: "must be the web configuration as JSON" });
    return z.NEVER;
  }
  const parsed = firebaseWebConfig.safeParse(json);
  if (parsed.success) return parsed.data;
  const { code, message, path } = parsed.error.issues[0]!;
  context.addIssue({
    code: "custom",
    message: code === "invalid_format" ? message : `needs ${path.join(".") || "an object"} as a text`,
  });
  return z.NEVER;
});

/** The job queue's driver knows no list of hosts, and requests would go to any of them, read-only ones too. */
const databaseAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\//, "must begin with postgres://")
  .regex(
    /^[^:]+:\/\/(?:[^/@]*@)?[^/,@]*(?:[/?]|$)/,
    "must name one host, such as a proxy that follows the primary",
  );

/** Every variable the product reads. No other code reads the environment. */
export const variables = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: optionalText,
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: optionalText.pipe(databaseAddress.optional()),
  /** The database's server itself, where DATABASE_URL is a pooler's. */
  DATABASE_DIRECT_URL: optionalText.pipe(databaseAddress.optional()),
  /** Counts rate limits for all processes. */
  VALKEY_URL: optionalText.pipe(
    z.url({ protocol: /^rediss?$/, error: "must begin with redis:// or rediss://" }).optional(),
  ),
  /** The most connections for requests, and of the job queue. */
  DATABASE_POOL: z.coerce.number().int().min(1).max(500).default(10),
  DATABASE_QUEUE_POOL: z.coerce.number().int().min(1).max(50).default(3),
  /** `file:` and a folder, or `s3:` and a bucket: see storage-url.ts. */
  STORAGE_URL: optionalText,
  AWS_ACCESS_KEY_ID: optionalText,
  AWS_SECRET_ACCESS_KEY: optionalText,
  AWS_SESSION_TOKEN: optionalText,
  AWS_REGION: optionalText,
  PUBLIC_URL: optionalText.pipe(z.url({ protocol: /^https?$/ }).optional()),
  API_URL: optionalText.pipe(z.url({ protocol: /^https?$/ }).optional()),
  /** Addresses of reverse proxies whose forwarded headers are trusted, separated by commas. */
  TRUST_PROXY: z
    .string()
    .default("")
    .transform((value) =>
      value
        .split(",")
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .refine((entries) => entries.every(isNetwork), "must be addresses, CIDR ranges, or the word loopback"),
  SESSION_SECRET: optionalText.pipe(z.string().min(32, "must have 32 characters or more").optional()),
  NATIVE_HOST_SECRET: optionalText.pipe(z.string().min(32, "must have 32 characters or more").optional()),
  FIREBASE_CONFIG: optionalText.pipe(firebaseJson.optional()),
  /** Address of the Firebase Auth emulator, `127.0.0.1:9099`: for tests. */
  FIREBASE_AUTH_EMULATOR_HOST: optionalText,
  METRICS_TOKEN: optionalText.pipe(z.string().min(16, "must have 16 characters or more").optional()),
  /** Port on loopback where a worker shows its metrics; a server shows them at its own address. */
  METRICS_PORT: optionalText.pipe(
    z
      .string()
      .transform(Number)
      .pipe(z.number("must be a port").int("must be a port").min(1).max(65_535))
      .optional(),
  ),
  /** Where traces are sent by OTLP; the OpenTelemetry packages read them and the other OTEL_ variables themselves. */
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalText,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optionalText,
  OTEL_SDK_DISABLED: z
    .string()
    .optional()
    .transform((value) => value?.toLowerCase() === "true"),
  MEDIA_ACCEL: optionalText.pipe(
    z
      .string()
      .regex(/^\/[\w/-]+$/, "must be a path such as /media-internal")
      .optional(),
  ),
  /** Where viewers fetch media: an address of a CDN, or `bucket`: see media-origin.ts. */
  MEDIA_ORIGIN: optionalText,
  MEDIA_ORIGIN_SIGNING: z.enum(["nginx", "cloudfront", "fastly"]).default("nginx"),
  MEDIA_ORIGIN_KEY: optionalText,
  MEDIA_ORIGIN_KEY_ID: optionalText,
  /** What a new encoding stores: a file for each segment, or one for each rendition. */
  MEDIA_FILES: z.enum(["segments", "renditions"]).default("segments"),
  FFMPEG_PATH: optionalText,
  /** Paths of a program that makes captions (whisper.cpp's `whisper-cli`), and of its model. */
  CAPTIONS_COMMAND: optionalText,
  CAPTIONS_MODEL: optionalText,
  /** Magnets may connect to addresses of this machine and its network. */
  MAGNET_PRIVATE_ADDRESSES: flag.default(false),
  /** The OpenID Connect provider may be on http, on this machine and in its network. */
  OIDC_PRIVATE_ADDRESSES: flag.default(false),
  /** off: this process does no long work, such as encoding; `npm run worker` does. */
  WORKER: z.enum(["on", "off"]).default("on"),
  /** off: a start refuses an older schema; `npm run migrate` brings it up to date. */
  MIGRATE: z.enum(["on", "off"]).default("on"),
  /** off: browsers receive a worker that removes the installed one, and pages register none. */
  SERVICE_WORKER: z.enum(["on", "off"]).default("on"),
  /** With user and password if the server needs them; `smtps://` or, for STARTTLS, `smtp://`. */
  SMTP_URL: optionalText.pipe(
    z.url({ protocol: /^smtps?$/, error: "must begin with smtp:// or smtps://" }).optional(),
  ),
  /** `Matinee <mail@matinee.example>`. */
  MAIL_FROM: optionalText.pipe(
    z
      .string()
      .regex(
        /^([^<>@\r\n]{1,100} <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
        "must be an address, or Name <address>",
      )
      .optional(),
  ),
  /** `sk_live_…`, or `sk_test_…`; restricted keys (`rk_…`) work too. */
  STRIPE_SECRET_KEY: optionalText.pipe(
    z
      .string()
      .regex(/^(sk|rk)_(live|test)_\w+$/, "must begin with sk_live_, sk_test_, rk_live_ or rk_test_")
      .optional(),
  ),
  /** Secret of the webhook endpoint: `whsec_…`. */
  STRIPE_WEBHOOK_SECRET: optionalText.pipe(
    z
      .string()
      .regex(/^whsec_\S+$/, "must begin with whsec_")
      .optional(),
  ),
  /** Seconds between SIGTERM and the end of accepting connections. Unset: 3, and 0 where no proxy stands in front. */
  DRAIN_S: optionalText.pipe(
    z.coerce
      .number<string>()
      .min(0)
      .max(6, "must be 6 or less, since the process ends within 15 s")
      .optional(),
  ),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  DEMO: flag.default(false),
  /** Enables the sandbox without the demo too: for tests. */
  PAYMENT_SANDBOX: flag.default(false),
  /** The page /test. Unset: only in development and with the demo. */
  DIAGNOSTICS: flag.optional(),
});

function isNetwork(entry: string): boolean {
  const [address = "", bits, ...more] = entry.split("/");
  if (entry === "loopback") return true;
  const most = isIP(address) === 6 ? 128 : 32;
  return (
    isIP(address) !== 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  );
}
