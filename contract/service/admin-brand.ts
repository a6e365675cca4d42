import { z } from "zod";
import { post } from "../call.ts";
import { brandPicture } from "./brand.ts";

export const adminBrandCalls = {
  "z/brand/picture": post({
    access: "admin",
    permission: "settings.write",
    summary:
      "Draws an uploaded picture as the wordmark or the icon. It is in use once `z/settings/save` names it.",
    input: z.strictObject({
      role: z.enum(["wordmark", "icon"]),
      /** Name of an upload of this admin: PNG, JPEG or WebP. */
      key: z.string().min(1).max(100),
    }),
    output: brandPicture,
  }),
};
