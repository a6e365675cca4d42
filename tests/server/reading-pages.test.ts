import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openDatabase } from "../../api/db/client.ts";
import { writeAsset } from "../setup/asset-files.ts";
import { addMovie } from "../setup/catalogue.ts";
import { migratedFolder } from "../setup/migrated-folder.ts";
import { startServer, type ServerProcess } from "../setup/server-process.ts";

/** What reading pages leaves behind: in caches on the way, and in the database. */
let dataDir: string;
let server: ServerProcess;
let routes: { id: string; path: string }[];
const cookies: Record<string, string> = { nobody: "" };

async function call(name: string, body: unknown, token = ""): Promise<Record<string, string>> {
  const headers = { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) };
  const answer = await fetch(`${server.url}/api/${name}`, {
    ...{ method: "POST", headers, body: JSON.stringify(body) },
  });
  return ((await answer.json()) as { d: Record<string, string> }).d;
}
async function tokenOf({ uid, proof }: Record<string, string>): Promise<string> {
  return (await call("login/uid", { uid, proof })).token!;
}

beforeAll(async () => {
  dataDir = await migratedFolder("reading");
  const database = await openDatabase({ dataDir });
  await addMovie(database.db, { id: "a-film" });
  await addMovie(database.db, { id: "for-vips", access: "vip" });
  await database.close();
  await writeAsset(dataDir, "a-film-1");
  server = await startServer({ DATA_DIR: dataDir });
  const account = (email: string) =>
    call("identity/sign-up", { email, password: "correct horse", name: "Ada" });
  cookies.guest = `matinee-guest=${await tokenOf(await call("identity/anonymous", {}))}`;
  cookies.member = `matinee=${await tokenOf(await account("member@example.test"))}`;
  const admin = await tokenOf(await account("admin@example.test"));
  const link = await vi.waitFor(() => readFile(join(dataDir, "setup-link"), "utf8"), { timeout: 10_000 });
  await call("z/setup/claim", { code: /setup=([\w-]{32})/.exec(link)![1] }, admin);
  cookies.admin = `matinee=${admin}`;
  routes = addressesOf((await import(pathToFileURL("build/current/server/index.js").href)) as ServerBuild);
});
afterAll(async () => {
  await server.end();
  await rm(dataDir, { recursive: true, force: true });
});

/** Every address of the build's own table, with something in the place of its parameters. */
function addressesOf({ routes: all }: ServerBuild): { id: string; path: string }[] {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : all[id];
    return route ? `${pathOf(route.parentId)}${route.path ? `/${route.path}` : ""}` : "";
  };
  const filled = (path: string) =>
    path
      .replace("/*", "/nowhere")
      .replace(/\/:\w+\?/g, "")
      .replace(":locale", "en")
      .replace(":key", "terms")
      .replace(/:\w+/g, "1");
  const paths = Object.values(all!).map((route) => ({
    id: route!.id,
    path: filled(pathOf(route!.id)) || "/",
  }));
  return paths.filter(({ id }) => !/(^root|shell)$/.test(id));
}

/** What is the same for everyone, whatever their cookies: its language, if it has one, is in its address. */
const sameForAll = new Map([
  ["/manifest.webmanifest", "public, max-age=3600"],
  ["/robots.txt", "public, max-age=600"],
  ["/sitemap.xml", "public, max-age=600"],
  ["/feed.xml", "public, max-age=300"],
  ["/opensearch.xml", "public, max-age=86400"],
  ["/suggestions.json", "public, max-age=60"],
]);

const read = (path: string, cookie: string, method = "GET") =>
  fetch(server.url + path, { method, redirect: "manual", headers: { Accept: "text/html", Cookie: cookie } });
const varies = (answer: Response) => (answer.headers.get("Vary") ?? "").split(/,\s*/);

describe.each(["nobody", "guest", "member", "admin"])("to %s", (who) => {
  test("no address of the route table answers what a shared cache may keep", async () => {
    expect(routes.length).toBeGreaterThan(40);
    for (const { id, path } of routes) {
      const asData = path === "/" ? "/_root.data" : `${path}.data`;
      for (const address of [path, asData, `${asData}?_routes=${encodeURIComponent(id)}`]) {
        const answer = await read(address, cookies[who]!);
        await answer.arrayBuffer();
        const told = { address, status: answer.status, policy: answer.headers.get("Cache-Control") };
        if (sameForAll.has(address)) {
          expect(told).toMatchObject({ status: 200, policy: sameForAll.get(address) });
          expect(answer.headers.getSetCookie(), address).toEqual([]);
          continue;
        }
        const isDocument = answer.headers.get("Content-Type")?.startsWith("text/html") === true;
        expect(varies(answer), address).toContain("Cookie");
        expect(told).toMatchObject({
          policy: isDocument ? expect.stringMatching(/^private, no-(cache|store)$/) : "private, no-store",
        });
      }
    }
  });

  test("nor does a write, what is refused, or a call with a token", async () => {
    const token = cookies[who]!.split("=")[1] ?? "";
    const json = { "Content-Type": "application/json", Cookie: cookies[who]! };
    const session = await fetch(`${server.url}/session`, {
      ...{ method: "POST", headers: json, body: JSON.stringify({ intent: "sync" }) },
    });
    expect([session.headers.get("Cache-Control"), varies(session)]).toEqual([
      "private, no-store",
      expect.arrayContaining(["Cookie"]),
    ]);
    const put = await read("/profile.data", cookies[who]!, "PUT");
    expect(put.headers.get("Cache-Control")).toBe("private, no-store");
    for (const name of ["favourite/list", "profile/export", "config", "nothing"]) {
      const answer = await fetch(`${server.url}/api/${name}`, {
        headers: { Accept: "application/json", ...(token && { Authorization: `Bearer ${token}` }) },
      });
      expect(answer.headers.get("Cache-Control"), name).toContain("no-store");
    }
  });
});

test("data that a browser fetches ahead lasts in that browser until it is wanted", async () => {
  const headers = { Cookie: cookies.member!, "Sec-Purpose": "prefetch" };
  const policyOf = async (path: string) =>
    (await fetch(server.url + path, { headers, redirect: "manual" })).headers.get("Cache-Control");
  expect(await policyOf("/video/a-film.data")).toBe("private, max-age=2");
  expect(await policyOf("/z.data")).toBe("private, no-store");
  expect(await policyOf("/profile/export")).toBe("private, no-store");
  expect(await policyOf("/profile")).toBe("private, no-store");
});

describe("a film that is asked for without a session", () => {
  const guests = async () => {
    const headers = { Authorization: `Bearer ${cookies.admin!.split("=")[1]}` };
    const answer = await fetch(`${server.url}/api/z/user/list?role=guest`, { headers });
    return ((await answer.json()) as { d: { total: number } }).d.total;
  };

  test("makes one guest, and one for each of those who ask at once", async () => {
    const before = await guests();
    const answer = await read("/play/a-film/1", "");
    expect(answer.status).toBe(302);
    expect(answer.headers.get("Location")).toMatch(/^\/media\/.+master\.m3u8$/);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^matinee-guest=/);
    expect(await guests()).toBe(before + 1);
    const all = await Promise.all([1, 2, 3].map(() => read("/play/a-film/1", "")));
    expect(new Set(all.map((one) => one.headers.getSetCookie()[0])).size).toBe(3);
    expect(await guests()).toBe(before + 4);
  });

  test("makes none where it can't be played, only the head is asked for, or another site asks", async () => {
    const before = await guests();
    expect((await read("/play/no-such-film/1", "")).status).toBe(404);
    expect((await read("/play/for-vips/1", "")).status).toBe(403);
    expect((await read("/play/a-film/1", "", "HEAD")).headers.getSetCookie()).toEqual([]);
    const site = { "Sec-Fetch-Site": "cross-site" };
    expect((await fetch(`${server.url}/play/a-film/1`, { headers: site })).status).toBe(403);
    expect(await guests()).toBe(before);
  });
});
