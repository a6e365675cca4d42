import type * as Sdk from "@aws-sdk/client-s3";
import type { SentPart } from "../../ports/storage.ts";
import { longMs, type BucketClient } from "./bucket-client.ts";

/** A multipart upload: the object's full name, and the id that the bucket gave it. */
type Upload = { key: string; id: string };

/** Multipart uploads whose parts a browser sends itself. */
export function createParts({ Bucket, ask, orNull }: BucketClient) {
  return {
    /** @returns the upload's id */
    beginParts: (key: string, type: string): Promise<string> =>
      ask("begin", async ({ s3, client, abortSignal }) => {
        const input = { Bucket, Key: key, ContentType: type };
        const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand(input), { abortSignal });
        return UploadId!;
      }),

    /** A presigned address that takes exactly one part, of this size and content. Asks the store nothing. */
    signPart: (
      { key, id }: Upload,
      part: { number: number; bytes: number; md5: string; expiresS: number },
    ): Promise<string> =>
      ask("sign", async ({ s3, client }) => {
        const { getSignedUrl } = await import("@aws-sdk/s3-request-presigner");
        const command = new s3.UploadPartCommand({
          Bucket,
          Key: key,
          UploadId: id,
          PartNumber: part.number,
          ContentLength: part.bytes,
          ContentMD5: part.md5,
        });
        return getSignedUrl(client, command, { expiresIn: part.expiresS });
      }),

    /** The parts that have arrived; null when there is no such upload any more. */
    listParts: async ({ key, id }: Upload): Promise<SentPart[] | null> => {
      const parts: SentPart[] = [];
      let PartNumberMarker: string | undefined;
      do {
        const marker = PartNumberMarker;
        const page = await orNull("look", ({ s3, client, abortSignal }) => {
          const input = { Bucket, Key: key, UploadId: id, PartNumberMarker: marker };
          return client.send(new s3.ListPartsCommand(input), { abortSignal });
        });
        if (!page) return null;
        for (const { PartNumber = 0, Size = 0, ETag = "" } of page.Parts ?? [])
          parts.push({ number: PartNumber, bytes: Size, etag: ETag });
        PartNumberMarker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
      } while (PartNumberMarker);
      return parts;
    },

    /** Makes an object of the parts. @returns false when there is no such upload any more */
    completeParts: async ({ key, id }: Upload, parts: readonly SentPart[]): Promise<boolean> => {
      const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }));
      const done = await orNull(
        "complete",
        ({ s3, client, abortSignal }) => {
          const input = { Bucket, Key: key, UploadId: id, MultipartUpload: { Parts } };
          return client.send(new s3.CompleteMultipartUploadCommand(input), { abortSignal });
        },
        // The store may copy all of it together first.
        { withinMs: longMs },
      );
      return done !== null;
    },

    /** Succeeds also when there is no such upload any more. */
    abortParts: async ({ key, id }: Upload): Promise<void> => {
      await orNull("abort", ({ s3, client, abortSignal }) => {
        const input = { Bucket, Key: key, UploadId: id };
        return client.send(new s3.AbortMultipartUploadCommand(input), { abortSignal });
      });
    },

    /** Number of unfinished multipart uploads whose names begin so; counts to a thousand. */
    countUnfinished: (prefix: string): Promise<number> =>
      ask("list", async ({ s3, client, abortSignal }) => {
        const input = { Bucket, Prefix: prefix };
        const page: Sdk.ListMultipartUploadsCommandOutput = await client.send(
          new s3.ListMultipartUploadsCommand(input),
          { abortSignal },
        );
        return page.Uploads?.length ?? 0;
      }),
  };
}
