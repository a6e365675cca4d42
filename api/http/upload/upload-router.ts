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
  /** Folder of arriving files; with a local storage on its disk. */
  folder: string;
  readGrant: ReadGrant;
  /** The name of a caller's network in the database. */
  networkOf: (address: string) => string;
  messages: Messages;
  clock: Clock;
  onBug: (error: unknown) => void;
  free?: FreeBytes;
  /** Milliseconds without data after which a sender is cut off. */
  idle?: number;
};

/**
 * Target of the local storage's presigned form (S3 has its own URL): the form's fields, `key`, and `file` last, as
 * multipart. The signed policy is the authorisation; a page that streams a form through may send it in the header
 * `Upload-Grant` instead. Without a `key` this server names the file by its content and its own extension, because a
 * form without scripts cannot compute the name.
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
  // Includes some hundred bytes of form fields besides the file.
  const bytes = Number(request.headers.get("Content-Length")) || 0;
  return firstFile(
    request,
    async (came) => {
      const now = clock.now();
      const grant = await readGrant(claimOf(request) ?? came?.fields ?? {}, now);
      if (!grant || (came && came.field !== "file")) throw new Failure("forbidden");
      // A form sent without choosing a file contains an empty one.
      if (!came || (!came.fileName && !came.fields["key"]))
        throw new Failure("upload_refused", [{ field: "file", reason: "required" }]);
      const { file, fileName, fields } = came;
      const given = { key: fields["key"] ?? "", file, fileName, grant, bytes, network, now };
      return receiveUpload({ db, storage, quota, folder, free }, given);
    },
    { idle },
  );
}

/** The grant fields of a request that sends them in a header. */
function claimOf(request: Request): Record<string, string> | null {
  const header = request.headers.get(grantHeader);
  if (header === null) return null;
  const [policy = "", signature = ""] = header.split(".");
  return { policy, signature };
}
