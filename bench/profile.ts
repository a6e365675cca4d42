import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dataDir, root, startApp } from "./app.ts";
import { startFilledApp } from "./videos.ts";
import { runLoad } from "./load.ts";
import { openSession } from "./sign-in.ts";

/**
 * `node bench/profile.ts <path> [seconds] [--signed-in] [header: value …]`: shows where the server's processor time
 * goes while one path is loaded. Signed in is the demo's admin, on the data that `npm run bench signed-in` has left.
 */

type Frame = { functionName: string; url: string; lineNumber: number };
type Profile = {
  nodes: { id: number; callFrame: Frame; children?: number[] }[];
  samples: number[];
  /** Microseconds between samples. */
  timeDeltas: number[];
};

const lines = 45;
/** Excludes starting and warming up. */
const warmUpS = 3;

/** Prints shares of the busy time: by place, by function alone, and by function with its callees. */
function report(profile: Profile, sinceUs: number): void {
  const byId = new Map(profile.nodes.map((node) => [node.id, node]));
  const parent = new Map(
    profile.nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id] as const)),
  );
  const sums = {
    place: new Map<string, number>(),
    self: new Map<string, number>(),
    total: new Map<string, number>(),
  };
  const add = (map: Map<string, number>, key: string, us: number) => map.set(key, (map.get(key) ?? 0) + us);
  let clock = 0;
  let busy = 0;
  for (const [index, id] of profile.samples.entries()) {
    const us = profile.timeDeltas[index]!;
    clock += us;
    const frame = byId.get(id)!.callFrame;
    if (clock < sinceUs || frame.functionName === "(idle)" || frame.functionName === "(program)") continue;
    busy += us;
    add(sums.place, placeOf(frame), us);
    add(sums.self, nameOf(frame), us);
    const seen = new Set<string>();
    for (let at: number | undefined = id; at !== undefined; at = parent.get(at))
      seen.add(nameOf(byId.get(at)!.callFrame));
    for (const name of seen) add(sums.total, name, us);
  }
  console.log(`${(busy / 1e6).toFixed(1)} s of work in ${((clock - sinceUs) / 1e6).toFixed(1)} s`);
  for (const [title, map] of Object.entries({
    "by place": sums.place,
    "by function, alone": sums.self,
    "by function, with what it calls": sums.total,
  })) {
    console.log(`\n${title}`);
    const sorted = [...map].sort((a, b) => b[1] - a[1]).slice(0, lines);
    for (const [name, us] of sorted) console.log(`${((us / busy) * 100).toFixed(1).padStart(6)} %  ${name}`);
  }
}

function placeOf({ url, functionName }: Frame): string {
  const parts = url.split("node_modules/").at(-1)!.split("/");
  if (url.includes("node_modules/")) return parts[0]!.startsWith("@") ? `${parts[0]}/${parts[1]}` : parts[0]!;
  if (url.startsWith("node:")) return url.replace("node:internal/", "node:").split("/")[0]!;
  return url === "" ? functionName || "(native)" : shortened(url);
}

function nameOf(frame: Frame): string {
  return `${frame.functionName || "(anonymous)"} ${frame.url ? `${shortened(frame.url)}:${frame.lineNumber + 1}` : ""}`;
}

function shortened(url: string): string {
  return url.replace(`file://${root}/`, "").replace(/.*node_modules\//, "");
}

const signedIn = process.argv.includes("--signed-in");
const [path = "/", seconds = "8", ...fields] = process.argv.slice(2).filter((part) => part !== "--signed-in");
const asked = Object.fromEntries(fields.map((field) => field.split(/: */) as [string, string]));
const folder = await mkdtemp(join(tmpdir(), "bench-profile-"));
try {
  const flags = ["--cpu-prof", `--cpu-prof-dir=${folder}`, "--cpu-prof-interval=500"];
  const app = signedIn
    ? await startApp({ dataDir, demo: true, flags })
    : (await startFilledApp((text) => console.error(text), flags)).app;
  let sinceUs = 0;
  try {
    const headers = { ...asked, ...(signedIn && (await openSession(app)).headers) };
    await runLoad({ url: app.url + path, connections: 8, seconds: warmUpS, headers });
    sinceUs = (app.readyMs + warmUpS * 1000) * 1000;
    const { requestsPerSecond } = await runLoad({
      url: app.url + path,
      connections: 8,
      seconds: Number(seconds),
      headers,
    });
    console.log(`${path}: ${requestsPerSecond.toFixed(0)} requests/s while profiled`);
  } finally {
    await app.stop();
  }
  for (const file of await readdir(folder)) {
    report(JSON.parse(await readFile(join(folder, file), "utf8")) as Profile, sinceUs);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
