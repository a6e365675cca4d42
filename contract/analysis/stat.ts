import { z } from "zod";
import { post } from "../call.ts";

export const statCalls = {
  stat: post({
    access: "optional",
    summary: "Records one event, such as where a visitor came from.",
    input: z.strictObject({
      action: z.string().regex(/^[a-z][a-z0-9_-]{0,31}$/),
      target: z.int().min(0).max(2_147_483_647),
      remark: z.string().max(256),
    }),
    output: z.strictObject({}),
  }),
};
