import { z } from "zod";
import { get, post } from "../call.ts";
import { cursor, iso, limit } from "../fields.ts";
import { page } from "../models.ts";
import { mostUnseen, noticeTopicNames } from "./notice-topics.ts";

export const noticeTopic = z.enum(noticeTopicNames);

/** Unseen notices, counted up to one more than a badge shows. */
export const unseen = z
  .int()
  .min(0)
  .max(mostUnseen + 1);

/** A notice as its user reads it, in the caller's language. */
export const notice = z.strictObject({
  id: z.uuid(),
  topic: noticeTopic,
  title: z.string(),
  text: z.string(),
  /** The page it is about: a path of this site. */
  to: z.string().startsWith("/"),
  at: iso,
  seen: z.boolean(),
});
export type Notice = z.infer<typeof notice>;

const ids = z.array(z.uuid()).min(1).max(100);

export const noticeCalls = {
  "notice/list": get({
    access: "session",
    summary: "The caller's inbox, latest first.",
    input: z.strictObject({ cursor: cursor.optional(), limit: limit.optional() }),
    output: page(notice),
  }),
  "notice/seen": post({
    access: "session",
    summary: "Marks notices as seen: those named, or all. Answers where the first of those named leads.",
    input: z.strictObject({ ids: ids.optional() }),
    output: z.strictObject({ to: z.string().nullable() }),
  }),
  "notice/remove": post({
    access: "session",
    summary: "Deletes notices: those named, or all. Another user's are not found, which is no failure.",
    input: z.strictObject({ ids: ids.optional() }),
    output: z.strictObject({ removed: z.int() }),
  }),
};
