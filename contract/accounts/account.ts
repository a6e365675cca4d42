import { z } from "zod";
import { get, post } from "../call.ts";
import { longestPassword } from "./values.ts";
import { cursor, email, iso, password, proof, userName } from "../fields.ts";
import { userInfo } from "../models.ts";

/** A session as its owner sees it. Values the browser did not send are null. */
export const device = z.strictObject({
  /** Identifies the session; it is not a credential. */
  id: z.string().regex(/^[A-Za-z0-9_-]{22}$/),
  /** `Firefox`, or the name of an app. */
  browser: z.string().nullable(),
  /** `Android`, `Windows`… */
  system: z.string().nullable(),
  kind: z.enum(["phone", "tablet", "computer", "unknown"]),
  /** This is the session of the caller. */
  current: z.boolean(),
  /** Precise to five minutes. */
  lastSeenAt: iso,
  createdAt: iso,
});
export type Device = z.infer<typeof device>;

/** Section names of a user's data in the export. */
export const exportPart = z.enum([
  "account",
  "profiles",
  "devices",
  "favourites",
  "votes",
  "follows",
  "history",
  "downloads",
  "membership",
  "orders",
  "feedback",
  "notices",
  "events",
]);
export type ExportPart = z.infer<typeof exportPart>;

const nothing = z.strictObject({});

export const accountCalls = {
  "password/forgot": post({
    access: "public",
    summary:
      "Mails a link that sets a new password. The same answer whether or not there is such an account.",
    input: z.strictObject({ email }),
    output: nothing,
  }),
  "password/reset": post({
    access: "public",
    summary: "Sets a new password by the code of such a link, once; every session of the account ends.",
    input: z.strictObject({ code: z.string().min(1).max(1024), password }),
    output: nothing,
  }),
  "password/change": post({
    access: "session",
    summary: "Sets a new password by the present one; the account's other sessions end.",
    input: z.strictObject({ current: z.string().min(1).max(longestPassword), password }),
    output: nothing,
  }),
  "profile/save": post({
    access: "session",
    summary: "Sets the name of an account; guests have none.",
    input: z.strictObject({ name: userName }),
    output: userInfo,
  }),
  "profile/avatar": post({
    access: "session",
    summary: "Makes an uploaded picture the account's avatar, cut to a square; null takes it away.",
    input: z.strictObject({
      key: z
        .string()
        .regex(/^[0-9a-f]{64}\.(png|jpe?g|webp)$/)
        .nullable(),
    }),
    output: userInfo,
  }),
  "profile/data-saver": post({
    access: "session",
    summary: "Whether as little as possible is loaded ahead.",
    input: z.strictObject({ on: z.boolean() }),
    output: nothing,
  }),
  "profile/export": get({
    access: "session",
    summary: "All that is kept about the caller, page by page and part by part. Wants a confirmed session.",
    input: z.strictObject({ cursor: cursor.optional() }),
    output: z.strictObject({
      part: exportPart,
      items: z.array(z.record(z.string(), z.unknown())),
      next: cursor.nullable(),
    }),
  }),
  "device/list": get({
    access: "session",
    summary: "The caller's sessions, the present one first, then the last used.",
    input: nothing,
    output: z.strictObject({ items: z.array(device) }),
  }),
  "device/end": post({
    access: "session",
    summary: "Ends one of the caller's sessions.",
    input: z.strictObject({ id: device.shape.id }),
    output: nothing,
  }),
  "device/end-others": post({
    access: "session",
    summary: "Ends all of the caller's sessions but the present one.",
    input: nothing,
    output: z.strictObject({ ended: z.int() }),
  }),
  "account/delete": post({
    access: "session",
    summary:
      "Removes the caller and all that is kept about them; wants a confirmed session, or the password.",
    input: z.strictObject({ password: z.string().max(longestPassword).optional(), proof: proof.optional() }),
    output: nothing,
  }),
};
