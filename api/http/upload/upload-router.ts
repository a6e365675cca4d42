import { Hono } from "hono";
import { localeOf } from "../../../contract/locales.ts";
import { grantHeader } from "../../../contract/ingest/upload-grant.ts";
import type { Db } from "../../db/client.ts";
import type { ReadGrant } from "../../domain/ingest/uploads/authorise-upload.ts";
import { Failure } from "../../domain/kernel/failure.ts";
import { receiveUpload } from "../../domain/ingest/uploads/receive-upload.ts";
import type { FreeBytes } from "../../domain/service/files/room.ts";
import type { UnclaimedQuota } from "../../domain/ingest/uploads/unclaimed-quota.ts";
import type { Storage } from "../../ports/storage.ts";
import type { Clock } from "../../ports/clock.ts";
import { succeed, translate } from "../answer.ts";
import type { Messages } from "../messages.ts";
import { firstFile } from "./first-file.ts";

export type UploadOptions = {
  db: Db;
  storage: Storage;
  quota: UnclaimedQuota;
  /** Where files lie while they come; with a local storage on its disk. */
  folder: string;
  readGrant: ReadGrant;
  /** What a caller's network is called in the database. */
  networkOf: (address: string) => string;
  messages: Messages;
  clock: Clock;
  onBug: (error: unknown) => void;
  free?: FreeBytes;
  /** Milliseconds a sender may be silent. */
  idle?: number;
};

/**
 * Where the local storage's presigned form is posted to (S3 has a URL of its own): the form's fields, `key`, and
 * `file` last, as multipart. The signed policy is the authorisation; it may come as the header `Upload-Grant` instead, from
 * a page that passes a form on as it comes. Without a `key` the file is named here, after its content and its own extension:
 * a form without scripts can't know it.
 */
export function createUploadRouter(options: UploadOptions): Hono<{ Bindings: { address?: string } }> {
  const router = new Hono<{ Bindings: { address?: string } }>();
  router.post("/", async (c) => {
    const locale = localeOf(c.req.header("Accept-Language"));
    try {
      const network = options.networkOf(c.env?.address ?? "");
      return succeed(await receive(c.req.raw, { ...options, network }));
    } catch (error) {
      return translate(error, { messages: options.messages, locale, onBug: options.onBug });
    }
  });
  return router;
}

function receive(request: Request, options: UploadOptions & { network: string }): Promise<{ key: string }> {
  const { db, storage, quota, folder, readGrant, clock, free, network, idle } = options;
  // With some hundred bytes of fields, which are no file's.
  const bytes = Number(request.headers.get("Content-Length")) || 0;
  return firstFile(
    request,
    async (came) => {
      const now = clock.now();
      const grant = await readGrant(claimOf(request) ?? came?.fields ?? {}, now);
      if (!grant || (came && came.field !== "file")) throw new Failure("forbidden");
      // A form that was sent without choosing a file has an empty one.
      if (!came || (!came.fileName && !came.fields["key"]))
        throw new Failure("upload_refused", [{ field: "file", reason: "required" }]);
      const { file, fileName, fields } = came;
      const given = { key: fields["key"] ?? "", file, fileName, grant, bytes, network, now };
      return receiveUpload({ db, storage, quota, folder, free }, given);
    },
    { idle },
  );
}

/** The claim of a request that says it in its head. */
function claimOf(request: Request): Record<string, string> | null {
  const header = request.headers.get(grantHeader);
  if (header === null) return null;
  const [policy = "", signature = ""] = header.split(".");
  return { policy, signature };
}
