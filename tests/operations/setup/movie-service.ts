import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, type Db } from "../../../api/db/client.ts";
import { users } from "../../../api/db/schema.ts";
import { openSession } from "../../../api/domain/accounts/identity/session.ts";
import { signGrant } from "../../../api/domain/playback/media/grant.ts";
import { subjectOf } from "../../../api/domain/playback/viewer.ts";
import { writeAsset } from "../../setup/asset-files.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { startServer, type ServerProcess } from "../../setup/server-process.ts";

const secret = "a secret of one server in one test";

export type Answer = { status: number; ms: number; retryAfter: string | null; body: string };

/** A server on a PostgreSQL with movies, users who are signed in, and a segment to watch. */
export type MovieService = {
  server: ServerProcess;
  dataDir: string;
  /** One for each user. The first is an admin. */
  tokens: string[];
  get: (path: string, token?: string) => Promise<Answer>;
  post: (call: string, body: object, token: string) => Promise<Answer>;
  /** Path of a segment of the movie `film-0`, as the user `u1` watches it. */
  segment: string;
  stop: () => Promise<void>;
};

/**
 * @param databaseUrl the server itself, where the data are prepared
 * @param env of the server; DATABASE_URL is `databaseUrl` unless it is given
 */
export async function startMovieService(
  databaseUrl: string,
  {
    env = {},
    movies = 3,
    people = 2,
    prepare = async () => {},
  }: {
    env?: Record<string, string>;
    movies?: number;
    people?: number;
    prepare?: (given: { db: Db; dataDir: string }) => Promise<void>;
  } = {},
): Promise<MovieService> {
  const dataDir = await mkdtemp(join(tmpdir(), "matinee-service-"));
  const { db, close } = await openDatabase({ url: databaseUrl });
  const tokens: string[] = [];
  const now = new Date();
  for (let n = 0; n < movies; n++) await addMovie(db, { id: `film-${n}` });
  for (let n = 0; n < people; n++) {
    await db.insert(users).values({ uid: `u${n}`, anonymous: false, admin: n === 0 ? 3 : 0 });
    tokens.push(await openSession(db, { uid: `u${n}`, userAgent: "test", now }));
  }
  await prepare({ db, dataDir });
  await close();
  await writeAsset(dataDir, "film-0-1");
  const server = await startServer({
    ...{ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SESSION_SECRET: secret },
    ...{ WORKER: "off", LOG_LEVEL: "silent", TRUST_PROXY: "loopback", ...env },
  });
  const subject = subjectOf({ uid: "u1", tracked: false, level: "signed-in" });
  const expiresAt = new Date(now.getTime() + 3_600_000);
  const grant = signGrant({ asset: "film-0-1", subject, expiresAt }, `${secret}.media`);

  const request = async (path: string, init: RequestInit): Promise<Answer> => {
    const began = performance.now();
    const answer = await fetch(server.url + path, { ...init, signal: AbortSignal.timeout(30_000) });
    const body = await answer.text();
    const ms = performance.now() - began;
    return { status: answer.status, ms, retryAfter: answer.headers.get("Retry-After"), body };
  };
  // Calls take the token, pages the cookie.
  const bearer = (token: string | undefined): Record<string, string> =>
    token ? { Authorization: `Bearer ${token}`, Cookie: `matinee=${token}` } : {};
  return {
    ...{ server, dataDir, tokens },
    get: (path, token) => request(path, { headers: bearer(token) }),
    post: (call, body, token) =>
      request(`/api/${call}`, {
        method: "POST",
        headers: { ...bearer(token), "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }),
    segment: `/media/${grant}/film-0-1/v240/seg_00000.m4s`,
    async stop() {
      await server.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
