import { Readable } from "node:stream";
import { Busboy, type BusboyConfig, type BusboyInstance } from "@fastify/busboy";
import { Hono } from "hono";
import { localeOf } from "../../../contract/locales.ts";
import type { Db } from "../../db/client.ts";
import { Failure } from "../../domain/failure.ts";
import { receiveUpload } from "../../domain/upload/receive-upload.ts";
import type { FreeBytes } from "../../domain/upload/room.ts";
import type { Storage, UploadGrant } from "../../ports/storage.ts";
import type { Clock } from "../../ports/clock.ts";
import { succeed, translate } from "../answer.ts";
import type { Messages } from "../messages.ts";

export type UploadOptions = {
  db: Db;
  storage: Storage;
  /** Where files lie while they come; with a local storage on its disk. */
  folder: string;
  verify: (fields: Record<string, string>, now: Date) => UploadGrant | null;
  messages: Messages;
  clock: Clock;
  onBug: (error: unknown) => void;
  free?: FreeBytes;
};

/**
 * Where the local storage's presigned form is posted to (S3 has a URL of its own): the form's fields, `key`, and
 * `file` last, as multipart. The signed policy is the authorisation. Without a `key` the file is named here, after its
 * content and its own extension: a form without scripts can't know it.
 */
export function createUploadRouter(options: UploadOptions): Hono {
  const router = new Hono();
  router.post("/", async (c) => {
    const locale = localeOf(c.req.header("Accept-Language"));
    try {
      return succeed(await receive(c.req.raw, options));
    } catch (error) {
      return translate(error, { messages: options.messages, locale, onBug: options.onBug });
    }
  });
  return router;
}

/** @throws Failure upload_refused for a boundary that is none, or longer than one may be */
function formOf(type: string, limits: BusboyConfig["limits"]): BusboyInstance {
  try {
    return new Busboy({ headers: { "content-type": type }, limits });
  } catch {
    throw new Failure("upload_refused");
  }
}

function receive(
  request: Request,
  { db, storage, folder, verify, clock, free }: UploadOptions,
): Promise<{ key: string }> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^multipart\/form-data;.*boundary=/i.test(type) || !request.body) throw new Failure("upload_refused");
  // With some hundred bytes of fields, which are no file's.
  const bytes = Number(request.headers.get("Content-Length")) || 0;
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = {};
    const limits = { fields: 20, fieldSize: 8192, files: 1, parts: 22, headerPairs: 50 };
    const form = formOf(type, limits);
    let taken = false;
    form.on("field", (name, value) => {
      fields[name] = value;
    });
    form.on("file", (name, file, fileName) => {
      const now = clock.now();
      const grant = verify(fields, now);
      if (name !== "file" || !grant) {
        file.resume();
        return reject(new Failure("forbidden"));
      }
      taken = true;
      const given = { key: fields.key ?? "", file, fileName: fileName ?? "", grant, bytes, now };
      receiveUpload({ db, storage, folder, free }, given).then(resolve, reject);
    });
    form.on("finish", () => {
      if (!taken) reject(new Failure("upload_refused"));
    });
    form.on("error", () => reject(new Failure("upload_refused")));
    const body = Readable.fromWeb(request.body as never);
    body.on("error", reject);
    body.pipe(form);
  });
}
