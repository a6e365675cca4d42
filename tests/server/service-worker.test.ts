import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migratedFolder } from "../setup/migrated-folder.ts";
import { runServer, startServer, type ServerProcess } from "../setup/server-process.ts";

let dataDir: string;
let server: ServerProcess;
let off: ServerProcess;

beforeAll(async () => {
  dataDir = await migratedFolder("worker");
  server = await startServer({ DATA_DIR: dataDir });
  off = await startServer({ API_URL: server.url, SERVICE_WORKER: "off" });
});
afterAll(async () => {
  await off.end();
  await server.end();
  await rm(dataDir, { recursive: true, force: true });
});

type Guest = { uid: string; proof: string; token: string };

async function post(name: string, data: object): Promise<Guest> {
  const answer = await fetch(`${server.url}/api/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(data),
  });
  return ((await answer.json()) as { d: Guest }).d;
}

/** @returns the token of a new guest */
async function login(): Promise<string> {
  const { uid, proof } = await post("identity/anonymous", {});
  return (await post("login/uid", { uid, proof })).token;
}

test("the worker is small, asked for anew each time, and pages allow it", async () => {
  const answer = await fetch(`${server.url}/entry.worker.js`, { headers: { "Accept-Encoding": "br" } });
  expect(answer.headers.get("Content-Encoding")).toBe("br");
  expect(answer.headers.get("Cache-Control")).toBe("no-cache");
  expect(answer.headers.get("Content-Type")).toContain("text/javascript");
  // As browsers get it; fetch() takes the length from the wire, and asks for gzip alone if it is not told.
  expect(Number(answer.headers.get("Content-Length"))).toBeLessThan(10_000);
  const page = await fetch(server.url);
  expect(page.headers.get("Content-Security-Policy")).toContain("worker-src 'self'");
  expect(await page.text()).not.toContain("data-worker");
});

test("switched off, a worker that only leaves is in its place, and pages register none", async () => {
  const answer = await fetch(`${off.url}/entry.worker.js`);
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  const script = await answer.text();
  expect(script).toContain("unregister()");
  expect(script).not.toContain('"fetch"');
  expect(await (await fetch(off.url)).text()).toContain('data-worker="off"');
});

test("a switch that is neither on nor off is refused at the start", async () => {
  const { code, output } = await runServer({ DATA_DIR: dataDir, SERVICE_WORKER: "maybe" });
  expect(code).toBe(1);
  expect(output).toContain("SERVICE_WORKER");
});

test("files fetched ahead are files of the build, the player's among them and no sign-in provider's", async () => {
  const ahead = (await (await fetch(`${server.url}/precache-manifest.json`)).json()) as string[];
  for (const part of ["video", "hls", "player", "controls", "sheets", "favourites", "history", "profile"]) {
    expect(
      ahead.some((path) => path.startsWith(`/assets/${part}-`)),
      part,
    ).toBe(true);
  }
  expect(ahead.some((path) => path.includes("firebase"))).toBe(false);
  const answers = await Promise.all(ahead.map((path) => fetch(server.url + path, { method: "HEAD" })));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
});

test("an answer marks its session by a value that changes with it and names no user", async () => {
  const mark = async (path: string, cookie?: string) => {
    const headers: Record<string, string> = cookie ? { Cookie: cookie } : {};
    return (await fetch(server.url + path, { headers })).headers.get("X-Account");
  };
  const [one, two] = [await login(), await login()];
  expect(await mark("/")).toBe("none");
  const first = await mark("/my-list", `matinee=${one}`);
  expect(first).toMatch(/^[\w-]{22}$/);
  expect(one).not.toContain(first!);
  expect(await mark("/_root.data", `matinee=${one}`)).toBe(first);
  expect(await mark("/", `matinee=${two}`)).not.toBe(first);
  // A session that is over leaves with the answer that says so.
  expect(await mark("/my-list", `matinee=${"A".repeat(43)}`)).toBe("none");
});

test("a user's own pages are stored by the worker alone", async () => {
  const headers = { Cookie: `matinee=${await login()}` };
  for (const path of ["/profile", "/my-list", "/my-list/history"]) {
    const answer = await fetch(server.url + path, { headers });
    expect(answer.headers.get("Cache-Control"), path).toBe("private, no-store");
    expect(answer.headers.get("Vary"), path).toContain("Cookie");
  }
  const home = await fetch(server.url, { headers });
  expect(home.headers.get("Cache-Control")).toBe("private, no-cache");
});
