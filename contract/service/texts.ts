import { z } from "zod";
import { get } from "../call.ts";
import { iso } from "../fields.ts";

export const textCalls = {
  "text/detail": get({
    access: "public",
    summary: "A page of the operator's own words (terms, privacy, imprint), in the best language there is.",
    input: z.strictObject({ key: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/) }),
    output: z.strictObject({
      key: z.string(),
      /** Language of the text: English when the caller's language has none. */
      locale: z.string(),
      title: z.string(),
      /** Headings, paragraphs, lists, links and emphasis; a subset of Markdown. */
      body: z.string(),
      version: z.int(),
      updatedAt: iso,
    }),
  }),
};
