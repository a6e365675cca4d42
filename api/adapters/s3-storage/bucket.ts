import type { Readable } from "node:stream";
import type { BucketSettings } from "../../ports/storage.ts";
import { createBucketClient, type BucketClient } from "./bucket-client.ts";
import { createParts } from "./bucket-parts.ts";
import { createRemovals } from "./bucket-removals.ts";
import { createWrites } from "./bucket-writes.ts";
import { ObjectChanged, StorageError } from "./storage-error.ts";

export type ObjectFacts = {
  bytes: number;
  changedAt: Date;
  /** ETag of the content. */
  etag: string;
  meta: Record<string, string>;
};

/** Objects of a bucket by their full names. Every error is a StorageFailure. */
export type Bucket = ReturnType<typeof createBucket>;

/**
 * Loads and connects nothing before the first call.
 * @param onFault receives each error of the bucket, besides the caller
 */
export function createBucket(settings: BucketSettings, onFault: (error: StorageError) => void = () => {}) {
  const client = createBucketClient(settings, onFault);
  return {
    ...createReads(client),
    ...createWrites(client),
    ...createParts(client),
    ...createRemovals(client),
  };
}

function createReads({ Bucket, ask, orNull }: BucketClient) {
  return {
    /** A presigned address, which the store answers with this type and lets caches keep. Asks the store nothing. */
    link: (
      key: string,
      given: { method: "GET" | "HEAD"; type: string; signedAt: Date; expiresS: number },
    ): Promise<string> =>
      ask("sign", async ({ s3, client }) => {
        const { getSignedUrl } = await import("@aws-sdk/s3-request-presigner");
        const input = {
          Bucket,
          Key: key,
          ResponseContentType: given.type,
          ResponseCacheControl: "private, max-age=31536000, immutable",
        };
        const command =
          given.method === "HEAD" ? new s3.HeadObjectCommand(input) : new s3.GetObjectCommand(input);
        return getSignedUrl(client, command, { expiresIn: given.expiresS, signingDate: given.signedAt });
      }),

    head: (key: string): Promise<ObjectFacts | null> =>
      orNull("look", async ({ s3, client, abortSignal }) => {
        const found = await client.send(new s3.HeadObjectCommand({ Bucket, Key: key }), { abortSignal });
        return {
          bytes: found.ContentLength ?? 0,
          changedAt: found.LastModified ?? new Date(0),
          etag: found.ETag ?? "",
          meta: found.Metadata ?? {},
        };
      }),

    /** @param part the range, and the content it must belong to; without it, all of the present content */
    get: (
      key: string,
      part: { start?: number; length?: number; etag?: string; signal?: AbortSignal | undefined } = {},
    ): Promise<Readable | null> =>
      orNull(
        "read",
        async ({ s3, client, abortSignal }) => {
          const { start, length, etag } = part;
          const ranged = start !== undefined && length !== undefined;
          const found = await client.send(
            new s3.GetObjectCommand({
              Bucket,
              Key: key,
              ...(ranged && { Range: `bytes=${start}-${start + length - 1}` }),
              ...(etag && { IfMatch: etag }),
            }),
            { abortSignal },
          );
          const body = found.Body as Readable | undefined;
          if (!body) throw new StorageError("storage_away", "The bucket: read: an answer without a body");
          // Not every store checks the condition, so a different length means different content.
          if (length !== undefined && found.ContentLength !== length) {
            body.destroy();
            throw new ObjectChanged();
          }
          return body;
        },
        { signal: part.signal },
      ),
  };
}
