import { z } from "zod";
import { get, post } from "../call.ts";
import { mostPartsSigned } from "./upload-parts.ts";

/** What `z/upload/begin` returned: names the upload, its sender and its file, signed by the server. */
const upload = z.string().min(1).max(4_000);

const guard = { access: "admin", permission: "catalogue.write" } as const;

/** Large files that a browser sends to the bucket in parts, by addresses that are presigned for one part each. */
export const filmUploadCalls = {
  "z/upload/begin": post({
    ...guard,
    summary:
      "Begins to send a large file to the bucket in parts of 16 MB. `upload` is null where files go through the server (`/oss/resumable`); `stored` when the service has the file already.",
    input: z.strictObject({
      /** The file's name: SHA-256 and extension. */
      key: z.string().regex(/^[0-9a-f]{64}\.[a-z0-9]{2,4}$/),
      bytes: z.int().min(1),
    }),
    output: z.strictObject({ upload: upload.nullable(), stored: z.boolean() }),
  }),
  "z/upload/parts": get({
    ...guard,
    summary: "The numbers of the parts that the bucket has; 404 when the upload is over.",
    input: z.strictObject({ upload }),
    output: z.strictObject({ parts: z.array(z.int()) }),
  }),
  "z/upload/sign": post({
    ...guard,
    summary:
      "Addresses to PUT parts to, in the order asked for. Each takes one part of the length that it has, with the `Content-MD5` given here, for 15 minutes.",
    input: z.strictObject({
      upload,
      parts: z
        .array(
          z.strictObject({
            number: z.int().min(1),
            /** MD5 of the part in base64. */
            md5: z.string().regex(/^[A-Za-z0-9+/]{22}==$/),
          }),
        )
        .min(1)
        .max(mostPartsSigned),
    }),
    output: z.strictObject({ urls: z.array(z.string()) }),
  }),
  "z/upload/complete": post({
    ...guard,
    summary:
      "Stores the file once all its parts are there; 409 while some are missing. Repeating it does no harm.",
    input: z.strictObject({ upload }),
    output: z.strictObject({ key: z.string() }),
  }),
  "z/upload/cancel": post({
    ...guard,
    summary: "Gives an unfinished upload up and removes its parts.",
    input: z.strictObject({ upload }),
    output: z.strictObject({}),
  }),
};
