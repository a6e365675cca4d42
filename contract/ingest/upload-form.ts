import { z } from "zod";
import { get } from "../call.ts";

export const uploadFormCalls = {
  "oss/form": get({
    access: "session",
    summary:
      "A presigned POST policy: the fields to send along with a file, and where to. Where they have a key, its ${filename} stands for the file's name: the SHA-256 and the extension. Any session may send a picture; other files take the permission to change the catalogue. With `key` the form accepts the file of that name alone, and a picture also goes straight to the bucket, if there is one.",
    input: z.strictObject({
      purpose: z.enum(["picture"]).optional(),
      key: z
        .string()
        .regex(/^[0-9a-f]{64}\.[a-z0-9]{2,4}$/)
        .optional(),
    }),
    output: z.strictObject({ form: z.record(z.string(), z.string()), url: z.string() }),
  }),
};
