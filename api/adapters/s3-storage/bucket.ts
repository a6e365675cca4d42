import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import type * as Sdk from "@aws-sdk/client-s3";
import type { PresignedPostOptions } from "@aws-sdk/s3-presigned-post";
import type { BucketSettings } from "../../ports/storage.ts";
import { isMissing, ObjectChanged, StorageError, storageError } from "./storage-error.ts";

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
 * Bytes of one part of a large object. Two parts are held in memory. At most 9,000 of the 10,000 parts S3 allows are
 * used.
 */
const partBytes = 8 * 1024 * 1024;
const mostParts = 9_000;
/** Connections at once: a slow viewer holds one for as long as a segment takes. */
const mostSockets = 512;

/**
 * Loads and connects nothing before the first call: the SDK takes 35 MB of memory, which a local folder does not need.
 */
export function createBucket(settings: BucketSettings) {
  const { bucket: Bucket } = settings;
  let loaded: Promise<{ s3: typeof Sdk; client: S3Client }> | undefined;
  const load = () => (loaded ??= connect(settings));

  async function ask<T>(
    what: string,
    question: (sdk: Awaited<ReturnType<typeof load>>) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    try {
      return await question(await load());
    } catch (error) {
      throw storageError(error, what, signal);
    }
  }
  /** Returns null when the object does not exist; a missing bucket is an error. */
  const orNull = <T>(what: string, question: Parameters<typeof ask<T>>[1], signal?: AbortSignal) =>
    ask<T | null>(
      what,
      async (sdk) => {
        try {
          return await question(sdk);
        } catch (error) {
          if (!isMissing(error)) throw error;
          await sdk.client.send(new sdk.s3.HeadBucketCommand({ Bucket }));
          return null;
        }
      },
      signal,
    );

  async function* list(prefix: string): AsyncGenerator<{ key: string; bytes: number; changedAt: Date }> {
    let ContinuationToken: string | undefined;
    do {
      const page = await ask("list", ({ s3, client }) =>
        client.send(new s3.ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken })),
      );
      for (const { Key, Size, LastModified } of page.Contents ?? [])
        if (Key) yield { key: Key, bytes: Size ?? 0, changedAt: LastModified ?? new Date(0) };
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (ContinuationToken);
  }

  const remove = (key: string) =>
    ask("remove", async ({ s3, client }) => {
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key: key }));
    });

  return {
    list,
    remove,

    head: (key: string): Promise<ObjectFacts | null> =>
      orNull("look", async ({ s3, client }) => {
        const found = await client.send(new s3.HeadObjectCommand({ Bucket, Key: key }));
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
        async ({ s3, client }) => {
          const { start, length, etag, signal } = part;
          const ranged = start !== undefined && length !== undefined;
          const found = await client.send(
            new s3.GetObjectCommand({
              Bucket,
              Key: key,
              ...(ranged && { Range: `bytes=${start}-${start + length - 1}` }),
              ...(etag && { IfMatch: etag }),
            }),
            signal ? { abortSignal: signal } : {},
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
        part.signal,
      ),

    put: (key: string, body: string, type: string): Promise<void> =>
      ask("write", async ({ s3, client }) => {
        await client.send(new s3.PutObjectCommand({ Bucket, Key: key, Body: body, ContentType: type }));
      }),

    /** Stores a file of this machine. A large file is sent in parts and appears complete or not at all. */
    putFile: (
      key: string,
      { path, type, signal }: { path: string; type: string; signal?: AbortSignal | undefined },
    ) =>
      ask(
        "write",
        async ({ client }) => {
          const { size } = await stat(path);
          const { Upload } = await import("@aws-sdk/lib-storage");
          const body = createReadStream(path);
          const upload = new Upload({
            client,
            params: { Bucket, Key: key, Body: body, ContentType: type },
            queueSize: 2,
            partSize: Math.max(partBytes, Math.ceil(size / mostParts)),
          });
          const abort = () => void upload.abort();
          signal?.throwIfAborted();
          signal?.addEventListener("abort", abort, { once: true });
          try {
            await upload.done();
          } finally {
            signal?.removeEventListener("abort", abort);
            // An upload that ends early does not close its source.
            body.destroy();
          }
        },
        signal,
      ),

    /** Copies within the bucket if the object still has the content given by `etag`. */
    copy: (from: string, to: string, { etag, type }: { etag: string; type: string }): Promise<void> =>
      ask("copy", async ({ s3, client }) => {
        const source = `${Bucket}/${from.split("/").map(encodeURIComponent).join("/")}`;
        await client.send(
          new s3.CopyObjectCommand({
            Bucket,
            Key: to,
            CopySource: source,
            CopySourceIfMatch: etag,
            MetadataDirective: "REPLACE",
            ContentType: type,
          }),
        );
      }),

    removeAll: async (prefix: string): Promise<void> => {
      let batch: string[] = [];
      const flush = () =>
        ask("remove", async ({ s3, client }) => {
          const Objects = batch.map((Key) => ({ Key }));
          batch = [];
          const { Errors = [] } = await client.send(
            new s3.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
          );
          const [first] = Errors;
          if (first) throw new StorageError("storage_refused", `The bucket: remove: ${first.Code ?? "?"}`);
        });
      for await (const { key } of list(prefix)) if (batch.push(key) === 1_000) await flush();
      if (batch.length > 0) await flush();
    },

    /**
     * Aborts multipart uploads begun before a time: their parts appear in no object list and still cost money.
     * @returns how many
     */
    abortUploads: (prefix: string, before: Date): Promise<number> =>
      ask("abort", async ({ s3, client }) => {
        let aborted = 0;
        let markers: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {};
        while (markers) {
          const page: Sdk.ListMultipartUploadsCommandOutput = await client.send(
            new s3.ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...markers }),
          );
          for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
            if (!Key || !UploadId || !Initiated || Initiated >= before) continue;
            await client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
            aborted += 1;
          }
          const { NextKeyMarker, NextUploadIdMarker } = page;
          markers = page.IsTruncated
            ? { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker }
            : null;
        }
        return aborted;
      }),

    /** A presigned POST policy. `fields` are sent unchanged, and `conditions` are checked in addition. */
    post: (input: {
      key: string;
      fields: Record<string, string>;
      conditions: PresignedPostOptions["Conditions"];
      expiresS: number;
    }) =>
      ask("form", async ({ client }) => {
        const { createPresignedPost } = await import("@aws-sdk/s3-presigned-post");
        return createPresignedPost(client, {
          Bucket,
          Key: input.key,
          Fields: input.fields,
          Expires: input.expiresS,
          Conditions: input.conditions ?? [],
        });
      }),
  };
}

async function connect({ region, endpoint, forcePathStyle, credentials }: BucketSettings) {
  const s3 = await import("@aws-sdk/client-s3");
  const agent = { keepAlive: true, maxSockets: mostSockets };
  const client = new s3.S3Client({
    region,
    forcePathStyle,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    maxAttempts: 3,
    // Not every S3 server supports the newer checksums; our objects are checked by their names.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: 60_000,
      socketTimeout: 30_000,
      throwOnRequestTimeout: true,
      httpAgent: new HttpAgent(agent),
      httpsAgent: new HttpsAgent(agent),
    },
  });
  return { s3, client };
}
