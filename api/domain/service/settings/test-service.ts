import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import type { Files } from "../../../ports/files.ts";
import type { Mailer } from "../../../ports/mailer.ts";
import type { MovieSource, SourceFailure } from "../../../ports/movie-source.ts";
import type { User } from "../../kernel/user.ts";
import { isStorageFailure } from "../files/storage-failure.ts";
import { writeMail, type Words } from "../mail/letter.ts";
import type { SettingsStore } from "./settings-store.ts";

export type TestDeps = {
  db: Db;
  mailer: Mailer | null;
  words: Words;
  assetStore: Files;
  /** Version and origin of the video tool; rejects without one. */
  videoTool: () => Promise<{
    version: string;
    origin: string;
    offline: boolean;
    encoders: readonly string[];
  }>;
  store: SettingsStore;
  source: MovieSource;
};

type Result = OutputOf<"z/settings/test">;
type Outcome = Pick<Result, "problem" | "detail">;

const fine = (detail: string | null): Outcome => ({ problem: null, detail });
const wrong = (problem: NonNullable<Result["problem"]>): Outcome => ({ problem, detail: null });
/** A server that does not answer in this time counts as unreachable. Milliseconds. */
const patienceMs = 8_000;

/**
 * Tests one of the services that the product depends on. Reports only the kind of an error: its message may contain
 * secrets.
 */
export async function testService(
  deps: TestDeps,
  { what, admin, locale }: ParsedOf<"z/settings/test"> & { admin: User; locale: Locale },
): Promise<Result> {
  const began = performance.now();
  const tests = {
    mail: () => tryMail(deps, { admin, locale }),
    database: () => tryDatabase(deps.db),
    storage: () => tryStorage(deps.assetStore),
    video: () => tryVideo(deps),
    tmdb: () => tryTmdb(deps),
  };
  const outcome = await Promise.race([tests[what](), late()]);
  const ms = Math.round((performance.now() - began) * 10) / 10;
  return { ok: outcome.problem === null, ms, ...outcome };
}

function late(): Promise<Outcome> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(wrong("unreachable")), patienceMs).unref();
  });
}

async function tryMail(
  { mailer, words }: TestDeps,
  { admin, locale }: { admin: User; locale: Locale },
): Promise<Outcome> {
  if (!mailer) return wrong("not_configured");
  if (!admin.email) return wrong("no_address");
  const name = words("app.name", locale);
  const subject = words("mail.test.subject", locale, { name });
  const paragraphs = [words("mail.test.text", locale, { name })];
  const mail = writeMail({ to: admin.email, locale, subject, paragraphs, notes: [], signature: name });
  try {
    await mailer.send(mail);
    return fine(admin.email);
  } catch {
    return wrong("failed");
  }
}

async function tryDatabase(db: Db): Promise<Outcome> {
  try {
    const [row] = rowsOf<{ version: string }>(await db.execute(sql`select version() as version`));
    return fine(/^PostgreSQL [\d.]+/.exec(row!.version)?.[0] ?? null);
  } catch {
    return wrong("unreachable");
  }
}

/** Writes, reads and removes an invisible file, in the storage of the assets. */
async function tryStorage(assetStore: Files): Promise<Outcome> {
  const path = `.test-${randomUUID()}`;
  try {
    await assetStore.write(path, "test");
    return (await assetStore.text(path)) === "test" ? fine(null) : wrong("failed");
  } catch (error) {
    if (isStorageFailure(error)) return wrong(error.code === "storage_away" ? "unreachable" : "failed");
    const { code = "" } = error as NodeJS.ErrnoException;
    return wrong(["EACCES", "EPERM", "EROFS"].includes(code) ? "read_only" : "failed");
  } finally {
    await assetStore.remove(path).catch(() => {});
  }
}

async function tryVideo({ videoTool }: TestDeps): Promise<Outcome> {
  try {
    const { version, origin, offline, encoders } = await videoTool();
    const network = offline ? "without network" : "not kept from the network";
    return fine(`ffmpeg ${version} (${origin}, ${network}): ${encoders.join(", ")}`);
  } catch {
    return wrong("not_found");
  }
}

async function tryTmdb({ source, store }: TestDeps): Promise<Outcome> {
  const key = store.known().values.tmdbKey;
  if (!key) return wrong("not_configured");
  try {
    await source.open(key).check();
    return fine(null);
  } catch (error) {
    const { problem } = error as Partial<SourceFailure>;
    if (problem === "refused") return wrong("refused");
    return wrong(problem === "away" ? "unreachable" : "failed");
  }
}
