import type * as Sdk from "@aws-sdk/client-s3";
import { longMs, type BucketClient } from "./bucket-client.ts";
import { StorageError } from "./storage-error.ts";

/** Lists and removes objects, and what unfinished uploads have left. */
export function createRemovals({ Bucket, ask }: BucketClient) {
  async function* list(prefix: string): AsyncGenerator<{ key: string; bytes: number; changedAt: Date }> {
    let ContinuationToken: string | undefined;
    do {
      const page = await ask(
        "list",
        ({ s3, client, abortSignal }) => {
          const input = { Bucket, Prefix: prefix, ContinuationToken };
          return client.send(new s3.ListObjectsV2Command(input), { abortSignal });
        },
        { withinMs: longMs },
      );
      for (const { Key, Size, LastModified } of page.Contents ?? [])
        if (Key) yield { key: Key, bytes: Size ?? 0, changedAt: LastModified ?? new Date(0) };
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (ContinuationToken);
  }

  const remove = (key: string): Promise<void> =>
    ask("remove", async ({ s3, client, abortSignal }) => {
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key: key }), { abortSignal });
    });

  return {
    list,
    remove,

    removeAll: async (prefix: string): Promise<void> => {
      let batch: string[] = [];
      const flush = () =>
        ask(
          "remove",
          async ({ s3, client, abortSignal }) => {
            const Objects = batch.map((Key) => ({ Key }));
            batch = [];
            const { Errors = [] } = await client.send(
              new s3.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
              { abortSignal },
            );
            const [first] = Errors;
            if (first) throw new StorageError("storage_refused", `The bucket: remove: ${first.Code ?? "?"}`);
          },
          { withinMs: longMs },
        );
      for await (const { key } of list(prefix)) if (batch.push(key) === 1_000) await flush();
      if (batch.length > 0) await flush();
    },

    /**
     * Aborts multipart uploads begun before a time, which may depend on the object's name: their parts appear in no
     * object list and still cost money.
     * @returns how many
     */
    abortUploads: (prefix: string, beforeOf: (key: string) => Date): Promise<number> =>
      ask(
        "abort",
        async ({ s3, client, abortSignal }) => {
          let aborted = 0;
          let markers: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {};
          while (markers) {
            const page: Sdk.ListMultipartUploadsCommandOutput = await client.send(
              new s3.ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...markers }),
              { abortSignal },
            );
            for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
              if (!Key || !UploadId || !Initiated || Initiated >= beforeOf(Key)) continue;
              await client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId }), {
                abortSignal,
              });
              aborted += 1;
            }
            const { NextKeyMarker, NextUploadIdMarker } = page;
            markers = page.IsTruncated
              ? { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker }
              : null;
          }
          return aborted;
        },
        { withinMs: longMs },
      ),
  };
}
