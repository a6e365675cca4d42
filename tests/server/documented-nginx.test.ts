import { spawnSync, type ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { request as httpsRequest, type RequestOptions } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migratedFolder } from "../setup/migrated-folder.ts";
import {
  complaintsOf,
  makeCertificate,
  startNginx,
  writeNginxFiles,
  type NginxMachine,
} from "../setup/nginx-files.ts";
import { freePort, startServer, type ServerProcess } from "../setup/server-process.ts";

const there = ["nginx -v", "openssl version"].every((line) => {
  const [program, argument] = line.split(" ") as [string, string];
  return spawnSync(program, [argument]).status === 0;
});

describe.skipIf(!there)("nginx as deploy/nginx configures it", () => {
  let server: ServerProcess;
  let nginx: ChildProcess;
  let machine: NginxMachine;

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), "matinee-documented-nginx-"));
    const dataDir = await migratedFolder("documented-nginx");
    const [port, target] = [await freePort(), await freePort()];
    machine = { folder, dataDir, port, targets: [target] };
    expect(makeCertificate(folder)).toBe(true);
    server = await startServer({
      ...{ DATA_DIR: dataDir, HOST: "127.0.0.1", PORT: String(target), WORKER: "off" },
      ...{ PUBLIC_URL: "https://matinee.example", TRUST_PROXY: "loopback", MEDIA_ACCEL: "/media-internal" },
    });
    nginx = startNginx(await writeNginxFiles(machine, "one-server"), folder);
    for (const until = Date.now() + 10_000; Date.now() < until;) {
      if ((await ask("/healthz").catch(() => null))?.status === 200) return;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error("nginx did not come up");
  }, 60_000);

  afterAll(async () => {
    const ended = new Promise((resolve) => nginx.once("exit", resolve));
    nginx.kill("SIGTERM");
    await ended;
    await server.end();
    for (const path of [machine.folder, machine.dataDir]) await rm(path, { recursive: true, force: true });
  });

  type Answer = { status: number; headers: NodeJS.Dict<string | string[]>; text: string };

  /** A request over TLS, by the name of the service. */
  function ask(path: string, options: RequestOptions = {}, body?: string | Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const request = httpsRequest(
        {
          ...{ host: "127.0.0.1", port: machine.port, path, rejectUnauthorized: false, agent: false },
          ...options,
          headers: { Host: "matinee.example", ...(options.headers as object) },
        },
        (response) => {
          let text = "";
          response.setEncoding("utf8").on("data", (part: string) => (text += part));
          response.on("end", () =>
            resolve({ status: response.statusCode!, headers: response.headers, text }),
          );
        },
      );
      request.on("error", reject);
      request.end(body);
    });
  }

  const send = (path: string, bytes: number, type = "application/x-www-form-urlencoded") =>
    ask(
      path,
      { method: "POST", headers: { "Content-Type": type, Origin: "https://matinee.example" } },
      Buffer.alloc(bytes, "a"),
    );

  test.each([
    ["one-server", undefined],
    ["one-server", "firebase"],
    ["many-servers", undefined],
    ["film-cache", undefined],
    ["film-cdn", undefined],
    ["many-servers", "media-bucket"],
  ] as const)("%s is accepted, with %s added", async (site, added) => {
    const folder = await mkdtemp(join(tmpdir(), "matinee-nginx-accepted-"));
    makeCertificate(folder);
    expect(complaintsOf(await writeNginxFiles({ ...machine, folder }, site, added), folder)).toBe("");
    await rm(folder, { recursive: true });
  });

  test("pages come over TLS and know it; forms are taken for this site's own", async () => {
    const page = await ask("/", { headers: { "Accept-Encoding": "identity" } });
    expect(page.status).toBe(200);
    expect(page.headers["strict-transport-security"]).toMatch(/^max-age=31536000/);
    const form = await send("/page/language", 20);
    expect(form.status).not.toBe(403);
    expect((await ask("/metrics")).status).toBe(404);
  });

  test("what takes no file is refused above 64 KiB, before Matinee reads it", async () => {
    const large = 64 * 1024 + 1;
    for (const path of ["/session", "/page/login", "/api/identity/sign-in", "/profiles"])
      expect([path, (await send(path, large)).status]).toEqual([path, 413]);
    const plans = "/z/management/plans";
    expect((await send(plans, 300 * 1024)).status).not.toBe(413);
    expect((await send(plans, 512 * 1024 + 1)).status).toBe(413);
  });

  test("what takes files or messages is passed on", async () => {
    // More than any text of the admin area.
    const large = 600 * 1024;
    const taking = [
      ...["/oss/upload", "/oss/resumable", "/profile", "/profile.data", "/page/feedback"],
      ...["/z/page/movie/detail/some-title", "/z/page/movie/detail/some-title/video"],
      ...["/z/page/settings", "/z/page/settings/brand", "/z/page/settings/brand.data"],
      "/z/management/import",
    ];
    for (const path of taking) {
      const { status } = await send(path, large, "multipart/form-data; boundary=x");
      expect([path, status]).not.toEqual([path, 413]);
    }
    expect((await send("/api/webhook/stripe", 300 * 1024)).status).not.toBe(413);
  });

  test("its log has no query, no signature of a link and no address", async () => {
    await ask("/media/signature-of-a-video/asset/segment.m4s?_token=of-a-session");
    await ask("/oss/file/signature-of-a-file/picture.webp");
    await ask("/?_token=of-a-session", {
      headers: { Referer: "https://matinee.example/?_token=of-a-session" },
    });
    const log = () => readFile(join(machine.folder, "matinee.log"), "utf8");
    await expect.poll(log).toContain("/oss/file/…/picture.webp");
    expect(await log()).toContain('"path":"/media/…/asset/segment.m4s"');
    expect(await log()).not.toMatch(/signature-of|of-a-session|"127\.0\.0\.1"/);
    for (const line of (await log()).trim().split("\n")) expect(JSON.parse(line)).toHaveProperty("status");
  });
});
