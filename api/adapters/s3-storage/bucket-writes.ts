import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { PresignedPostOptions } from "@aws-sdk/s3-presigned-post";
import type { BucketClient } from "./bucket-client.ts";

/**
 * Bytes of one part of a large object. Two parts are held in memory. At most 9,000 of the 10,000 parts S3 allows are
 * used.
 */
const partBytes = 8 * 1024 * 1024;
const mostParts = 9_000;

/** What is written to a bucket: by this machine, by a copy within it, and by a browser's own upload. */
export function createWrites({ Bucket, ask }: BucketClient) {
  return {
    put: (key: string, body: string | Uint8Array, type: string): Promise<void> =>
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
