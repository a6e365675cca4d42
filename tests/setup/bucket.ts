import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import type { StorageSettings } from "../../api/compose/storage.ts";
import { answerParts } from "./bucket-parts.ts";

/**
 * How the line to the bucket is: `cut` breaks off in the middle of each object, `stuck` stops there and stays open,
 * `down` is not there, `hanging` accepts requests without an answer, `failing` answers 503, `read-only` refuses
 * writes, `last-write` after it has taken one more file.
 */
export type Line = "up" | "cut" | "stuck" | "down" | "hanging" | "failing" | "read-only" | "last-write";

export type TestBucket = {
  settings: StorageSettings & { kind: "bucket" };
  /** Host and port, as pages would have to send to it. */
  origin: string;
  line: (state: Line) => void;
  /** What was asked of it, `GET /bucket/key?…`, since the last look. */
  asked: () => string[];
  close: () => Promise<void>;
};

const bucketName = "films";

/** What docs/operations.md tells operators to allow, for pages of any origin. */
const cors = `<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>POST</AllowedMethod><AllowedMethod>PUT</AllowedMethod>
  <AllowedHeader>*</AllowedHeader></CORSRule></CORSConfiguration>`;

/**
 * An S3-compatible server of its own on loopback, behind a line that can be disturbed.
 * @param pages whether scripts of pages may send to it
 */
export async function startBucket(prefix = "matinee/", { pages = false } = {}): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), "matinee-bucket-"));
  const store = new S3rver({
    ...{ port: 0, address: "127.0.0.1", silent: true, directory, vhostBuckets: false },
    // It knows no signatures of version 4: tests/operations/bucket-policies.test.ts has a server that checks them.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: bucketName, ...(pages && { configs: [cors] }) }],
  });
  const { port } = await store.run();
  let state: Line = "up";
  let asked: string[] = [];
  const line = createServer(async (incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    if (state === "down") return void incoming.socket.destroy();
    if (state === "hanging") return void incoming.resume();
    if (state === "failing" || (state === "read-only" && incoming.method === "PUT")) {
      incoming.resume();
      return void outgoing.writeHead(503).end();
    }
    if (state === "last-write" && incoming.method === "PUT") state = "read-only";
    const { method, url, headers } = incoming;
    const own = /[?&]upload/.test(url ?? "")
      ? await answerParts(join(directory, bucketName), incoming)
      : null;
    if (own) return void outgoing.writeHead(own.status, { "Content-Type": "application/xml" }).end(own.body);
    const asking = request({ host: "127.0.0.1", port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.on("error", () => outgoing.destroy());
      if ((state === "cut" || state === "stuck") && method === "GET") {
        const breaks = state === "cut";
        return void answer.once("data", (first: Buffer) =>
          outgoing.write(first.subarray(0, first.length / 2), () => void (breaks && outgoing.destroy())),
        );
      }
      answer.pipe(outgoing);
    });
    asking.on("error", () => outgoing.destroy());
    outgoing.on("close", () => asking.destroy());
    incoming.pipe(asking);
  });
  const origin = `http://127.0.0.1:${await listen(line)}`;
  return {
    settings: {
      kind: "bucket",
      bucket: {
        ...{ bucket: bucketName, prefix, region: "eu-central-1", endpoint: origin, forcePathStyle: true },
        credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
      },
    },
    origin,
    line: (next) => void (state = next),
    asked() {
      const seen = asked;
      asked = [];
      return seen;
    },
    async close() {
      line.closeAllConnections();
      line.close();
      await store.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
}
