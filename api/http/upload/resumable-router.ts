import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { FileStore } from "@tus/file-store";
import { Server, type Upload } from "@tus/server";
import { Hono } from "hono";
import { localeOf } from "../../../contract/locales.ts";
import { grantHeader } from "../../../contract/ingest/upload-grant.ts";
import type { Db } from "../../db/client.ts";
import { Failure } from "../../domain/kernel/failure.ts";
import type { ReadGrant } from "../../domain/ingest/uploads/authorise-upload.ts";
import { finishUpload, isStored } from "../../domain/ingest/uploads/finish-upload.ts";
import { checkKey, mostBytesOf } from "../../domain/service/files/keep-file.ts";
import { removeOldFiles } from "../../domain/ingest/uploads/remove-old-files.ts";
import { requireRoom, type FreeBytes } from "../../domain/service/files/room.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Storage, UploadGrant } from "../../ports/storage.ts";
import { translate } from "../answer.ts";
import type { Messages } from "../messages.ts";
import { linger } from "./watched-body.ts";
import { createWatchedPieces, type WatchedPieces } from "./watched-pieces.ts";

export type ResumableOptions = {
  db: Db;
  /** Stores complete files. */
  storage: Storage;
  /** Folder of incomplete uploads; with a local storage on its disk. */
  partsFolder: string;
  readGrant: ReadGrant;
  messages: Messages;
  clock: Clock;
  onBug: (error: unknown) => void;
  free?: FreeBytes;
  /** Milliseconds without data after which a sender is cut off. */
  idle?: number;
};

/** An incomplete upload that has not grown for this long is removed. */
const forgottenMs = 7 * 24 * 3_600_000;
const idFormat = /^[0-9a-f-]{36}$/;
const path = "/oss/resumable";

/** The error shape that tus recognises. */
type TusError = { status_code: number; body: string };

/**
 * Large files in parts (tus 1.0.0, tus.io/protocols/resumable-upload): an upload is created with the name that matches
 * its content (`Upload-Metadata: key`), continues where it stopped, also after the server was killed, and is stored
 * when its content matches that name. A file that is already stored is answered 409 at once. Only admins' files for the
 * service use this route; another user's upload is 404. Nothing can be read here.
 */
export function createResumableRouter(options: ResumableOptions): Hono & { sweep: () => Promise<number> } {
  const { db, partsFolder, clock, free } = options;
  mkdirSync(partsFolder, { recursive: true });
  const store = new FileStore({ directory: partsFolder, expirationPeriodInMilliseconds: forgottenMs });
  // Bytes arrive by PATCH only, where they are checked, and the total length must be known.
  store.extensions = ["creation", "termination", "expiration"];

  const grantOf = createGrantReader(options);
  const pieces = createWatchedPieces(partsFolder, options.idle);
  const finish = createFinisher(options, store);
  const explain = createExplainer(options, { store, pieces });

  const tus = new Server({
    path,
    datastore: store,
    relativeLocation: true,
    allowedOrigins: () => false,
    namingFunction: () => randomUUID(),
    maxSize: async (request) => (await grantOf(request)).maxBytes,
    async onIncomingRequest(request, id) {
      const grant = await grantOf(request);
      if (request.method === "POST") return;
      const upload = await store.getUpload(id).catch(() => null);
      if (upload?.metadata?.uid !== grant.uid) throw new Failure("not_found");
      if (request.method === "PATCH") {
        await requireRoom(partsFolder, { bytes: bytesOf(request), free });
        await pieces.expectFormat(request, upload);
      }
      // The server was killed between the last part and the storing: the upload is stored now and no longer exists.
      if (request.method === "HEAD" && upload.size === upload.offset) await finish(upload, grant);
    },
    async onUploadCreate(request, upload) {
      const grant = await grantOf(request);
      const key = upload.metadata?.key ?? "";
      checkKey(key, grant);
      if ((upload.size ?? 0) > mostBytesOf(key, grant))
        throw new Failure("upload_refused", [{ field: "file", reason: "too_big" }]);
      if (!upload.size) throw new Failure("upload_refused", [{ field: "file", reason: "too_small" }]);
      if (await isStored(db, key)) throw new Failure("conflict");
      await requireRoom(partsFolder, { bytes: upload.size, free });
      return { metadata: { key, uid: grant.uid } };
    },
    async onUploadFinish(request, upload) {
      await finish(upload, await grantOf(request));
      return {};
    },
    onResponseError: explain,
  });

  const router = new Hono();
  const handle = async (sent: Request): Promise<Response> => {
    const request = pieces.watch(sent);
    const answer = await tus.handleWeb(request);
    if (pieces.problemOf(request)) await linger(sent.body);
    if (answer.status >= 400) answer.headers.set("Content-Type", "application/json; charset=utf-8");
    answer.headers.set("Cache-Control", "no-store");
    return answer;
  };
  router.post("/", (c) => handle(c.req.raw));
  // A HEAD is dispatched as a GET, which tus would answer with the file.
  router.on(["GET", "PATCH", "DELETE"], "/:id", (c) =>
    idFormat.test(c.req.param("id")) && c.req.raw.method !== "GET" ? handle(c.req.raw) : c.notFound(),
  );
  const sweep = () => removeForgotten(partsFolder, new Date(clock.now().getTime() - forgottenMs));
  return Object.assign(router, { sweep });
}

/** Removes incomplete uploads that have not grown since then. @returns how many */
async function removeForgotten(folder: string, before: Date): Promise<number> {
  const removed = await removeOldFiles(folder, (name) => !name.endsWith(".json"), before);
  const left = new Set(await readdir(folder));
  // The description of an upload is as old as its first byte, so it is kept as long as the upload.
  await removeOldFiles(folder, (name) => !left.has(name.replace(/\.json$/, "")), before);
  return removed;
}

function bytesOf(request: Request): number {
  return Number(request.headers.get("Content-Length")) || 0;
}

/** Every request carries a header that proves the right to upload; it is checked with the database once per request. */
function createGrantReader({
  readGrant,
  clock,
}: ResumableOptions): (request: Request) => Promise<UploadGrant> {
  const grants = new WeakMap<Request, Promise<UploadGrant>>();
  const read = async (request: Request): Promise<UploadGrant> => {
    const [policy = "", signature = ""] = (request.headers.get(grantHeader) ?? "").split(".");
    const grant = await readGrant({ policy, signature }, clock.now());
    if (grant?.purpose !== "any") throw new Failure("forbidden");
    return grant;
  };
  return (request) => {
    const known = grants.get(request) ?? read(request);
    grants.set(request, known);
    return known;
  };
}

/**
 * Stores a complete upload once for any number of callers: the request with the last part, and a returning sender
 * whose upload is complete.
 */
function createFinisher({ db, storage, partsFolder, clock }: ResumableOptions, store: FileStore) {
  const finishing = new Map<string, Promise<void>>();
  const keep = async ({ id, metadata, size }: Upload, grant: UploadGrant): Promise<void> => {
    const part = `${partsFolder}/${id}`;
    try {
      await finishUpload(
        { db, storage },
        { part, key: metadata?.key ?? "", bytes: size ?? 0, grant, now: clock.now() },
      );
    } catch (error) {
      // A file that does not match its declared type cannot be continued.
      if (error instanceof Failure) await store.remove(id).catch(() => {});
      throw error;
    }
    await store.configstore.delete(id);
  };
  return (upload: Upload, grant: UploadGrant): Promise<void> => {
    const begun = finishing.get(upload.id) ?? keep(upload, grant);
    finishing.set(upload.id, begun);
    return begun.finally(() => finishing.delete(upload.id));
  };
}

/** Turns errors into the usual failure envelope; refusals by tus keep the status of its protocol. */
function createExplainer(
  { messages, onBug, partsFolder, free }: ResumableOptions,
  { store, pieces }: { store: FileStore; pieces: WatchedPieces },
) {
  const nameOf = async (error: Error | TusError): Promise<unknown> => {
    if (!("status_code" in error)) return error;
    if (error.status_code === 404 || error.status_code === 410) return new Failure("not_found");
    if (error.status_code < 500) return new Failure("upload_refused");
    // A part could not be written: tus does not report the cause.
    try {
      await requireRoom(partsFolder, { bytes: 0, free });
      return new Error(error.body.trim());
    } catch (full) {
      return full;
    }
  };
  return async (request: Request, error: Error | TusError): Promise<TusError> => {
    const wrong = pieces.problemOf(request);
    // A file that does not match its declared type cannot be continued.
    if (wrong) await store.remove(request.url.split("/").at(-1)!).catch(() => {});
    const answer = translate(wrong ?? (await nameOf(error)), {
      messages,
      locale: localeOf(request.headers.get("Accept-Language") ?? undefined),
      onBug,
    });
    const own = !wrong && "status_code" in error && error.status_code < 500;
    const kept = own ? error.status_code : answer.status;
    return { status_code: kept, body: await answer.text() };
  };
}
