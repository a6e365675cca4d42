import { randomBytes } from "node:crypto";
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPlaces } from "../api/compose/storage.ts";
import { signGrant } from "../api/domain/playback/media/grant.ts";
import { startBucket, type TestBucket } from "../tests/setup/bucket.ts";
import { findProgram } from "./load.ts";
import { emptyResult, median, rounded, type Part, type PartOptions, type PartResult } from "./result.ts";
import { startNginx, startNodeSubject, type Subject } from "./subjects.ts";
import type { Delivery } from "./subjects/matinee-delivery.ts";

const asset = "film";
const segmentBytes = 1024 * 1024;
const viewersAtOnce = 4;
/** Of Node, for each gigabyte that viewers get from a CDN. */
const target = { atMost: 0.05 };

/**
 * Processor time of Node for each gigabyte that viewers get: from a folder, from a bucket through Node, from the bucket
 * by redirects, and from a CDN (nginx that checks `secure_link`). A viewer reads a playlist and the 64 segments of 1 MB
 * that it names. Each way has a server of its own, and they are loaded in turn.
 */
export const delivery: Part = { title: "Processor time of Node a gigabyte", run };

type Way = { name: string; subject: Subject; secondsPerGB: number[]; target?: typeof target };

async function run({ quick, say }: PartOptions): Promise<PartResult> {
  const { rounds, viewers } = quick ? { rounds: 2, viewers: 2 } : { rounds: 3, viewers: 8 };
  const folder = await mkdtemp(join(tmpdir(), "bench-delivery-"));
  // nginx started by root reads as another user.
  await chmod(folder, 0o755);
  const secret = randomBytes(32).toString("base64url");
  const bucket = await startBucket();
  const ways: Way[] = [];
  const stops: (() => Promise<void>)[] = [];
  try {
    await writeFilm(folder, bucket);
    const add = async (name: string, how: Delivery, more: Pick<Way, "target"> = {}) => {
      const subject = await startNodeSubject("matinee-delivery.ts", [folder, secret, JSON.stringify(how)]);
      stops.push(subject.stop);
      ways.push({ name, subject, secondsPerGB: [], ...more });
    };
    await add("a folder, through Node", {});
    await add("a bucket, through Node", { storage: bucket.settings });
    await add("a bucket, by redirects", { storage: bucket.settings, origin: "bucket" });
    const nginx = findProgram("nginx");
    if (nginx) {
      const key = randomBytes(16).toString("hex");
      const cdn = await startNginx(nginx, join(folder, "nginx"), locationOf(join(folder, "media"), key));
      stops.push(cdn.stop);
      const url = `http://127.0.0.1:${cdn.port}`;
      await add("a CDN", { origin: { url, signing: { scheme: "nginx", key } } }, { target });
    }
    const result = emptyResult();
    for (let round = 0; round <= rounds; round++)
      for (const way of ways) {
        say(`${way.name}, ${round} of ${rounds}`);
        const { seconds, bytes } = await watch(way.subject, secret, viewers);
        result.checks[`${way.name}: every byte arrives`] =
          bytes === viewers * segments.length * segmentBytes &&
          result.checks[`${way.name}: every byte arrives`] !== false;
        // The first round fills caches.
        if (round > 0) way.secondsPerGB.push(seconds / (bytes / 1e9));
      }
    for (const { name, secondsPerGB, ...more } of ways)
      result.rows.push({ name, value: rounded(median(secondsPerGB), 3), unit: "s/GB", ...more });
    return result;
  } finally {
    await Promise.all(stops.map((stop) => stop()));
    await bucket.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const segments = Array.from({ length: 64 }, (_, n) => `seg_${String(n).padStart(5, "0")}.m4s`);

async function writeFilm(folder: string, bucket: TestBucket): Promise<void> {
  const rendition = join(folder, "media", asset, "v720");
  await mkdir(rendition, { recursive: true });
  const playlist = [
    ...["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:2", '#EXT-X-MAP:URI="init.mp4"'],
    ...segments.flatMap((name) => ["#EXTINF:2.000000,", name]),
    ...["#EXT-X-ENDLIST", ""],
  ];
  await writeFile(join(rendition, "index.m3u8"), playlist.join("\n"));
  for (const name of segments) await writeFile(join(rendition, name), randomBytes(segmentBytes));
  const places = createPlaces({
    ...{ settings: bucket.settings, dataDir: folder, secret: "", clock: { now: () => new Date() } },
    onAway: (error) => {
      throw error;
    },
  });
  // A commit takes the files along.
  const copy = join(folder, "copy");
  await cp(rendition, copy, { recursive: true });
  const place = { folder: `${asset}/v720`, from: copy, last: "index.m3u8" };
  await (await places.assetStore.stage(place)).commit();
}

/** As deploy/nginx/film-cdn.conf checks signatures, with every segment in its cache. */
function locationOf(media: string, key: string): string {
  return `location ~ ^(?<first>/[\\w-]+/) {
    secure_link $arg_md5,$arg_expires;
    secure_link_md5 "$secure_link_expires$first ${key}";
    if ($secure_link != 1) { return 403; }
    root ${media};
  }`;
}

/** Lets viewers watch the whole film, some at once. @returns processor time of Node, and bytes of segments */
async function watch({ port }: Subject, secret: string, viewers: number) {
  const url = `http://127.0.0.1:${port}`;
  const cpu = async () => Number(await (await fetch(`${url}/cpu`)).text());
  const before = await cpu();
  let bytes = 0;
  let left = viewers;
  const viewer = async () => {
    while (left-- > 0) {
      const expiresAt = new Date(Date.now() + 3_600_000 + left * 1_000);
      const grant = signGrant({ asset, subject: "v-", expiresAt }, secret);
      const playlist = `${url}/media/${grant}/${asset}/v720/index.m3u8`;
      const text = await (await fetch(playlist)).text();
      for (const line of text.split("\n"))
        if (line && !line.startsWith("#")) {
          const answer = await fetch(new URL(line, playlist));
          const { byteLength } = await answer.arrayBuffer();
          if (answer.ok) bytes += byteLength;
        }
    }
  };
  await Promise.all(Array.from({ length: viewersAtOnce }, viewer));
  return { seconds: ((await cpu()) - before) / 1e6, bytes };
}
