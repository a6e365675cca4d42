import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { request as httpsRequest } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { createPlaces } from "../../../api/compose/storage.ts";
import { openDatabase, type Db } from "../../../api/db/client.ts";
import { assets, users } from "../../../api/db/schema.ts";
import { openSession } from "../../../api/domain/accounts/identity/session.ts";
import { readAssetFacts } from "../../../api/domain/playback/media/read-facts.ts";
import { signGrant } from "../../../api/domain/playback/media/grant.ts";
import { subjectOf, type Viewer } from "../../../api/domain/playback/viewer.ts";
import { writeAsset } from "../../setup/asset-files.ts";
import { startBucket, type TestBucket } from "../../setup/bucket.ts";
import { addMovie } from "../../setup/catalogue.ts";
import {
  makeCertificate,
  startNginx,
  writeNginxFiles,
  type NginxMachine,
  type NginxSite,
} from "../../setup/nginx-files.ts";
import { startServer, type ServerProcess } from "../../setup/server-process.ts";

const secret = "a secret of one server in one test";
const hourMs = 3_600_000;

/** Users by their names; each has a session. */
const people = {
  vip: { vipUntil: new Date(Date.now() + 240 * hourMs) },
  /** VIP for some more minutes. */
  leaving: { vipUntil: new Date(Date.now() + hourMs / 6) },
  lapsed: { vipUntil: new Date(Date.now() - hourMs) },
  member: {},
};
export type Person = keyof typeof people;

/** A server whose movies are in a bucket: `open-sky` is free, `gold-room` for VIPs with a teaser, `gone` deleted. */
export type BucketService = {
  server: ServerProcess;
  store: TestBucket;
  /** What was asked of the bucket since the last look, without what background tasks list besides media. */
  asked: () => string[];
  tokens: Record<Person, string>;
  /** The answer of `playback/start`. */
  // A test reads whatever a call answers.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  start: (id: string, person?: Person) => Promise<any>;
  /** Asks without following a redirect. */
  ask: (path: string, person?: Person, init?: RequestInit) => Promise<Response>;
  /** A path below a grant that this server could have signed. */
  path: (asset: string, file: string, viewer: Partial<Viewer>) => string;
  stop: () => Promise<void>;
};

/** @param writeFilm writes an asset into a folder; without it files that hold no picture */
export async function startBucketService(
  env: Record<string, string>,
  writeFilm?: (folder: string) => Promise<void>,
): Promise<BucketService> {
  const dataDir = await mkdtemp(join(tmpdir(), "matinee-bucket-service-"));
  const store = await startBucket();
  const tokens = await prepare(dataDir, store, writeFilm);
  const { accessKeyId, secretAccessKey } = store.settings.bucket.credentials!;
  const server = await startServer({
    ...{ DATA_DIR: dataDir, SESSION_SECRET: secret, WORKER: "off", LOG_LEVEL: "warn" },
    STORAGE_URL: `s3://films/matinee?endpoint=${store.origin}&forcePathStyle=1`,
    ...{ AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey },
    ...env,
  });
  const ask: BucketService["ask"] = (path, person, init = {}) => {
    const headers: Record<string, string> = {
      ...(person && { Authorization: `Bearer ${tokens[person]}` }),
      ...(init.body && { "Content-Type": "application/json" }),
    };
    return fetch(new URL(path, server.url), { redirect: "manual", ...init, headers });
  };
  return {
    ...{ server, store, tokens, ask },
    asked: () =>
      store.asked().filter((line) => !line.startsWith("GET /films/?") || line.includes("media%2F")),
    async start(id, person) {
      const answer = await ask(`/api/playback/start?id=${id}&index=1`, person);
      return ((await answer.json()) as { d: unknown }).d;
    },
    path(asset, file, viewer) {
      const subject = subjectOf({ uid: null, tracked: false, level: "free", ...viewer });
      const expiresAt = new Date(Date.now() + hourMs);
      return `/media/${signGrant({ asset, subject, expiresAt }, `${secret}.media`)}/${asset}/${file}`;
    },
    async stop() {
      await server.end();
      await store.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function prepare(
  dataDir: string,
  store: TestBucket,
  writeFilm: ((folder: string) => Promise<void>) | undefined,
): Promise<BucketService["tokens"]> {
  const database = await openDatabase({ dataDir });
  const { db } = database;
  await addMovie(db, { id: "open-sky" });
  await addMovie(db, { id: "gold-room", access: "vip", teaserS: 6 });
  await addMovie(db, { id: "gone", status: "deleted" });
  const tokens = await openSessions(db);
  const { assetStore } = createPlaces({
    ...{ settings: store.settings, dataDir, secret, clock: { now: () => new Date() } },
    onAway: (error) => {
      throw error;
    },
  });
  for (const folder of ["open-sky-1", "gold-room-1", "gone-1"]) {
    const from = join(dataDir, "media", folder);
    await (writeFilm ? writeFilm(from) : writeAsset(dataDir, folder, 12));
    await (await assetStore.stage({ folder, from, last: "master.m3u8" })).commit();
    const facts = writeFilm && (await readAssetFacts(assetStore, folder));
    if (facts) await db.update(assets).set({ facts }).where(eq(assets.id, folder));
  }
  await database.close();
  return tokens;
}

async function openSessions(db: Db): Promise<BucketService["tokens"]> {
  const tokens: Partial<BucketService["tokens"]> = {};
  for (const [uid, more] of Object.entries(people)) {
    await db.insert(users).values({ uid, anonymous: false, ...more });
    tokens[uid as Person] = await openSession(db, { uid, userAgent: "test", now: new Date() });
  }
  return tokens as BucketService["tokens"];
}

/** nginx as deploy/nginx configures it, in front of a bucket. */
export type BucketNginx = {
  port: number;
  get: (
    path: string,
    headers?: Record<string, string>,
    method?: string,
  ) => Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>;
  stop: () => Promise<void>;
};

export async function startBucketNginx(
  site: NginxSite,
  given: Pick<NginxMachine, "bucket" | "targets" | "site"> & { port: number },
  added?: "media-bucket",
): Promise<BucketNginx> {
  const folder = await mkdtemp(join(tmpdir(), "matinee-bucket-nginx-"));
  makeCertificate(folder);
  const child: ChildProcess = startNginx(
    await writeNginxFiles({ folder, dataDir: folder, ...given }, site, added),
    folder,
  );
  const get: BucketNginx["get"] = (path, headers = {}, method = "GET") =>
    new Promise((resolve, reject) => {
      const options = { host: "127.0.0.1", port: given.port, path, method, headers, agent: false };
      const request = httpsRequest({ ...options, rejectUnauthorized: false }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => (text += part));
        response.on("end", () => resolve({ status: response.statusCode!, headers: response.headers, text }));
      });
      request.on("error", reject).end();
    });
  for (const until = Date.now() + 10_000; !(await get("/").catch(() => null));)
    if (Date.now() > until) throw new Error("nginx did not come up");
  return {
    ...{ port: given.port, get },
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
