import { z } from "zod";
import { get, post } from "../call.ts";
import { userInfo } from "../models.ts";

const code = z.string().regex(/^[A-Za-z0-9_-]{32}$/);

export const adminSetupCalls = {
  "z/setup/state": get({
    access: "public",
    summary: "Whether the service still waits for its first owner, and whether a set-up link would be good.",
    input: z.strictObject({ code: code.optional() }),
    output: z.strictObject({
      /** There is no owner yet. */
      needed: z.boolean(),
      /** Whether the code is valid; null when none was given. */
      valid: z.boolean().nullable(),
    }),
  }),
  "z/setup/claim": post({
    access: "session",
    summary: "Makes the member who calls the first owner, by the code of the set-up link; works once.",
    input: z.strictObject({ code }),
    output: userInfo,
  }),
};
