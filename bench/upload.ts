import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { request as httpRequest, type RequestOptions } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { openDatabase } from "../api/db/client.ts";
import { users } from "../api/db/schema.ts";
import { openSession } from "../api/domain/accounts/identity/session.ts";
import { ensureBuild, startApp, type App } from "./app.ts";
import { emptyResult, rounded, type Part, type PartOptions, type PartResult } from "./result.ts";

const megabyte = 1024 * 1024;
/** The size that browsers send: see app/admin/ingest/upload/send-video.ts. */
const pieceBytes = 32 * megabyte;
const target = { atMost: 64 };
const idleMs = 3_000;
const everyMs = 100;

/** Server memory used by a large upload: in parts, and as one form. */
export const upload: Part = { title: "Uploads", run: measure };

type Sender = (order: { app: App; token: string; bytes: number }) => Promise<void>;

async function measure({ quick, say }: PartOptions): Promise<PartResult> {
  await ensureBuild(say);
  const result = emptyResult();
  const bytes = (quick ? 256 : 2048) * megabyte;
  const of = `${bytes / megabyte} MB`;
  const ways: Record<string, Sender> = { "in pieces": sendInPieces, "as one form": sendAsForm };
  for (const [way, send] of Object.entries(ways)) {
    // A separate server for each: memory is not freed at once.
    const folder = await mkdtemp(join(tmpdir(), "matinee-upload-"));
    try {
      const token = await seed(folder);
      const app = await startApp({ dataDir: folder });
      try {
        say(`${way}: the server at rest`);
        const rest = await watch(app.pid, () => new Promise((done) => setTimeout(done, idleMs)));
        say(`${way}: ${of} on their way`);
        const began = performance.now();
        const busy = await watch(app.pid, () => send({ app, token, bytes }));
        const seconds = (performance.now() - began) / 1_000;
        const over = rounded((busy.most - rest.last) / 1e6, 0);
        result.rows.push({
          name: `${of} ${way}: memory at rest`,
          value: rounded(rest.last / 1e6, 0),
          unit: "MB",
        });
        result.rows.push({ name: `${of} ${way}: most above that`, value: over, unit: "MB", target });
        result.rows.push({ name: `${of} ${way}`, value: rounded(bytes / 1e6 / seconds, 0), unit: "MB/s" });
      } finally {
        await app.stop();
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return result;
}

/** Makes an admin. @returns the token of a session */
async function seed(dataDir: string): Promise<string> {
  const database = await openDatabase({ dataDir });
  try {
    await database.db.insert(users).values({ uid: "sender", anonymous: false, admin: 9 });
    return await openSession(database.db, { uid: "sender", userAgent: "bench", now: new Date() });
  } finally {
    await database.close();
  }
}

/** Resident memory of a process in bytes during some work: the maximum, and the last value. Linux only. */
async function watch(pid: number, work: () => Promise<void>): Promise<{ most: number; last: number }> {
  const resident = async () => {
    const kiB = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
    return Number(kiB) * 1024;
  };
  let most = 0;
  let last = 0;
  const look = async () => {
    last = await resident();
    most = Math.max(most, last);
  };
  const timer = setInterval(() => void look().catch(() => {}), everyMs);
  try {
    await work();
    await look();
  } finally {
    clearInterval(timer);
  }
  return { most, last };
}

async function formOf({ app, token }: { app: App; token: string }): Promise<Record<string, string>> {
  const answer = await fetch(`${app.url}/api/oss/form`, { headers: { Authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { d: { form: Record<string, string> } }).d.form;
}

const noise = randomBytes(megabyte);

/** Content generated while it is sent, with no two equal megabytes. */
function* content(from: number, to: number): Generator<Buffer> {
  for (let at = from; at < to; at += megabyte) {
    const piece = Buffer.from(noise);
    piece.writeDoubleBE(at, 16);
    // The server looks whether it is a video.
    if (at === 0) piece.write("\0\0\0\u0010ftypisom", "latin1");
    yield piece;
  }
}

const sendAsForm: Sender = async ({ app, token, bytes }) => {
  const boundary = "matinee-bench";
  const fields = Object.entries(await formOf({ app, token })).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `${fields.join("")}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="film.mp4"\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  await send(
    `${app.url}/oss/upload`,
    {
      method: "POST",
      headers: {
        "Content-Type": `multipart/form-data; boundary=${boundary}`,
        "Content-Length": String(head.length + bytes + tail.length),
      },
    },
    (function* () {
      yield Buffer.from(head);
      yield* content(0, bytes);
      yield Buffer.from(tail);
    })(),
  );
};

const sendInPieces: Sender = async ({ app, token, bytes }) => {
  const hash = createHash("sha256");
  for (const piece of content(0, bytes)) hash.update(piece);
  const { policy, signature } = await formOf({ app, token });
  const base = { "Tus-Resumable": "1.0.0", "Upload-Grant": `${policy}.${signature}` };
  const name = Buffer.from(`${hash.digest("hex")}.mp4`).toString("base64");
  const begun = await fetch(`${app.url}/oss/resumable`, {
    method: "POST",
    headers: { ...base, "Upload-Length": String(bytes), "Upload-Metadata": `key ${name}` },
  });
  const path = begun.headers.get("Location");
  if (!path) throw new Error(`the upload was answered ${begun.status}`);
  for (let at = 0; at < bytes; at += pieceBytes) {
    const to = Math.min(bytes, at + pieceBytes);
    await send(
      `${app.url}${path}`,
      {
        method: "PATCH",
        headers: {
          ...base,
          "Content-Type": "application/offset+octet-stream",
          "Upload-Offset": String(at),
          "Content-Length": String(to - at),
        },
      },
      content(at, to),
    );
  }
};

async function send(url: string, options: RequestOptions, body: Iterable<Buffer>): Promise<void> {
  const call = httpRequest(url, options);
  const answered = new Promise<void>((resolve, reject) => {
    call.once("error", reject);
    call.once("response", (answer) => {
      answer.resume();
      answer.once("end", () =>
        answer.statusCode! < 300
          ? resolve()
          : reject(new Error(`an upload was answered ${answer.statusCode}`)),
      );
    });
  });
  await Promise.all([pipeline(Readable.from(body, { objectMode: false }), call), answered]);
}
