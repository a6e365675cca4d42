import { globSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import connect from "postgres";
import { createFfmpegMedia } from "../../api/adapters/ffmpeg-media/ffmpeg-media.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestPostgres, type TestPostgres } from "../../scripts/test-postgres.ts";
import { freePort } from "../setup/server-process.ts";
import { makeVideo } from "../setup/videos.ts";
import {
  isThere,
  lengthBelow,
  makePackagedRoot,
  readContainerfile,
  runContained,
  type Contained,
  type ImageStart,
  type PackagedRoot,
} from "./setup/packaged-root.ts";
import { programs } from "./setup/programs.ts";
import { collectWorkerPrograms, type WorkerPrograms } from "./setup/worker-programs.ts";

const MB = 1_000_000;
/** debian:bookworm-slim, unpacked: the rest of the image. */
const baseBytes = 80 * MB;

let root: PackagedRoot;
let images: Record<"server" | "worker", ImageStart>;
beforeAll(async () => {
  root = await makePackagedRoot();
  images = await readContainerfile();
  // It installs some 400 packages.
}, 600_000);
afterAll(() => root?.remove());

test("the image has less than 600 MB, and neither npm nor packages of the build", async () => {
  expect(root.bytes + baseBytes).toBeLessThan(600 * MB);
  for (const name of ["npm", "vite", "vitest", "eslint", "@remix-run/dev", "firebase", "react-dom"])
    expect([name, await isThere(join(root.path, "node_modules", name))]).toEqual([name, false]);
});

test("the server's build imports packages of `dependencies` alone", () => {
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
    dependencies: Record<string, string>;
  };
  const imported = /(?:\bfrom|\bimport\(?)"((?:@[\w.-]+\/)?[a-z][\w.-]*)(?:\/[\w./-]+)?"/g;
  const names = globSync("build/current/server/**/*.js").flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(imported)].map(([, name]) => name!),
  );
  expect(names).toContain("@remix-run/node");
  expect([...new Set(names)].filter((name) => !(name in dependencies) && !isBuiltin(name))).toEqual([]);
});

describe("the worker's image", () => {
  let worker: WorkerPrograms;
  beforeAll(async () => {
    worker = await collectWorkerPrograms();
  });
  afterAll(() => worker?.remove());

  test("has less than 600 MB, with the video tool's libraries", async () => {
    const bytes = (await lengthBelow(root.path)) + (await lengthBelow(worker.path)) + baseBytes;
    expect(bytes).toBeLessThan(600 * MB);
  });

  // Only root may lock a program into a folder.
  test.skipIf(process.getuid?.() !== 0)("its video tool does all of its work with these alone", async () => {
    const { workDir } = worker;
    const media = await createFfmpegMedia({ ffmpegPath: worker.ffmpeg });
    expect(media.abilities).toMatchObject({ h264: true, aac: true, hlsFmp4: true, webp: true });
    for (const name of ["zscale", "tonemap", "idet", "bwdif"])
      expect([name, media.abilities.filters.has(name)]).toEqual([name, true]);
    const source = await makeVideo(workDir, { seconds: 6, rich: true });
    const { sounds, subtitles } = await media.probe(source);
    expect([sounds.length, subtitles.length]).toEqual([2, 2]);
    const loudness = await media.measureLoudness(source);
    expect(loudness.map(({ index }) => index)).toEqual([0, 1]);
    const still = await media.takeStill(source, { durationS: 6, workDir });
    expect(still?.subarray(1, 4).toString()).toBe("PNG");
    const texts = await media.extractSubtitles(source, { workDir });
    expect(texts.map(({ vtt }) => /H[ae]llo/.exec(vtt)?.[0])).toEqual(["Hello", "Hallo"]);
    const outDir = join(workDir, "ladder");
    const ladder = await media.encodeHls({ source, outDir, rungs: [240, 360], gainsDb: { 1: -3 } });
    expect(ladder.renditions.map(({ name }) => name)).toEqual(["v240", "v360"]);
    for (const name of ["master.m3u8", "v360/seg_00000.m4s", "sound_1/seg_00000.m4s", "sprite_0.webp"])
      expect([name, await isThere(join(outDir, name))]).toEqual([name, true]);
  });
});

describe.skipIf(!programs.postgres)("the image's processes, on PostgreSQL", () => {
  let postgres: TestPostgres;
  let server: Contained;
  let worker: Contained;
  let url: string;
  let env: Record<string, string>;
  const email = "ada@example.test";

  beforeAll(async () => {
    postgres = await startTestPostgres(programs.postgres!);
    // As docs/operations.md makes them: a role without further rights, and its database.
    const sql = connect(postgres.url, { max: 1 });
    await sql.unsafe("create role site login password 'site'");
    await sql.unsafe("create database site owner site template template0 encoding 'UTF8' locale 'C.UTF-8'");
    await sql.end();
    const PORT = String(await freePort());
    url = `http://127.0.0.1:${PORT}`;
    env = {
      ...{ NODE_ENV: "production", HOST: "127.0.0.1", PORT, WORKER: "off" },
      ...{
        DATABASE_URL: postgres.url.replace("matinee@", "site:site@").replace(/postgres$/, "site"),
        DATA_DIR: await root.ownFolder("data"),
      },
    };
    server = runContained(root, [...images.server.entrypoint, ...images.server.cmd], env);
    for (const until = Date.now() + 60_000; (await health()) !== 0;) {
      if (server.child.exitCode !== null || Date.now() > until)
        throw new Error(`The server did not come up:\n${server.output()}`);
    }
  });
  afterAll(async () => {
    for (const one of [server, worker]) {
      one?.child.kill("SIGKILL");
      await one?.ended;
    }
    await postgres?.stop();
  });

  /** @returns the exit code of the Containerfile's health check */
  const health = () => runContained(root, images.server.health, { PORT: env.PORT! }).ended;

  async function post(name: string, body: unknown): Promise<Record<string, string>> {
    const response = await fetch(`${url}/api/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return ((await response.json()) as { d: Record<string, string> }).d;
  }

  test("the server serves home, its files and, for an owner, the admin area", async () => {
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const home = await fetch(url);
    expect(home.status).toBe(200);
    const script = /"(\/assets\/[\w.-]+\.js)"/.exec(await home.text())![1]!;
    expect((await fetch(url + script)).status).toBe(200);

    const { uid, proof } = await post("identity/sign-up", { email, password: "correct horse", name: "Ada" });
    const { token } = await post("login/uid", { uid, proof });
    const admin = runContained(
      root,
      [...images.server.entrypoint, "scripts/admin.ts", "--email", email],
      env,
    );
    expect([await admin.ended, admin.output()]).toEqual([0, expect.stringContaining("owner now")]);
    const page = await fetch(`${url}/z/page/movie`, {
      headers: { Cookie: `matinee=${token}` },
      redirect: "manual",
    });
    expect(page.status).toBe(200);
  });

  test("the worker works beside it", async () => {
    worker = runContained(root, [...images.worker.entrypoint, ...images.worker.cmd], env);
    await expect.poll(worker.output, { timeout: 60_000 }).toContain('"msg":"working"');
  });

  test("both end in order, and the health check then fails", async () => {
    server.child.kill("SIGTERM");
    worker.child.kill("SIGTERM");
    expect(await Promise.all([server.ended, worker.ended])).toEqual([0, 0]);
    expect(await health()).toBe(1);
    const errors = (server.output() + worker.output())
      .split("\n")
      .filter((line) => /"level":[56]0|MODULE_NOT_FOUND/.test(line));
    expect(errors).toEqual([]);
  });
});
