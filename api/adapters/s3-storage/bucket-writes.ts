import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { PresignedPostOptions } from "@aws-sdk/s3-presigned-post";
import { answerMs, longMs, type BucketClient } from "./bucket-client.ts";

/**
 * Bytes of one part of a large object. Two parts are held in memory. At most 9,000 of the 10,000 parts S3 allows are
 * used.
 */
const partBytes = 8 * 1024 * 1024;
const mostParts = 9_000;
/** The longest time a timer takes: 24 days. */
const mostMs = 2 ** 31 - 1;

/** What is written to a bucket: by this machine, by a copy within it, and by a browser's own upload. */
export function createWrites(bucket: BucketClient) {
  const { Bucket, ask } = bucket;
  return {
    put: (key: string, body: string | Uint8Array, type: string): Promise<void> =>
      ask("write", async ({ s3, client, abortSignal }) => {
        const input = { Bucket, Key: key, Body: body, ContentType: type };
        await client.send(new s3.PutObjectCommand(input), { abortSignal });
      }),

    putFile: fileWriter(bucket),

    /** Copies within the bucket if the object still has the content given by `etag`. */
    copy: (from: string, to: string, { etag, type }: { etag: string; type: string }): Promise<void> =>
      ask(
        "copy",
        async ({ s3, client, abortSignal }) => {
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
            { abortSignal },
          );
        },
        { withinMs: longMs },
      ),

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

type SentFile = { path: string; type: string; signal?: AbortSignal | undefined; prompt?: boolean };

/**
 * Stores a file of this machine. A large file is sent in parts and appears complete or not at all. `prompt`: a user
 * waits for it, so a small file has to arrive at 1 MB/s, and a large one needs a bucket that answers.
 */
function fileWriter({ Bucket, ask }: BucketClient) {
  return async (key: string, { path, type, signal, prompt = false }: SentFile): Promise<void> => {
    const { size } = await stat(path);
    const isSmall = size <= partBytes;
    if (prompt && !isSmall)
      await ask("write", ({ s3, client, abortSignal }) =>
        client.send(new s3.HeadBucketCommand({ Bucket }), { abortSignal }),
      );
    // Each request of the SDK has a limit of its own.
    const withinMs = prompt && isSmall ? Math.max(answerMs, size / 1_000) : mostMs;
    await ask(
      "write",
      async ({ client, abortSignal }) => {
        const { Upload } = await import("@aws-sdk/lib-storage");
        abortSignal.throwIfAborted();
        const body = createReadStream(path);
        const upload = new Upload({
          client,
          params: { Bucket, Key: key, Body: body, ContentType: type },
          queueSize: 2,
          partSize: Math.max(partBytes, Math.ceil(size / mostParts)),
        });
        const abort = () => void upload.abort();
        abortSignal.addEventListener("abort", abort, { once: true });
        try {
          await upload.done();
        } finally {
          abortSignal.removeEventListener("abort", abort);
          // An upload that ends early does not close its source.
          body.destroy();
        }
      },
      { signal, withinMs },
    );
  };
}
