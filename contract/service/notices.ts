import { z } from "zod";
import { get, post } from "../call.ts";
import { cursor, iso, limit, movieId } from "../fields.ts";
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

const topics = z.array(noticeTopic).max(noticeTopicNames.length);
/** Minutes since midnight. */
const minuteOfDay = z
  .int()
  .min(0)
  .max(24 * 60 - 1);
/** An IANA name such as `America/Argentina/Ushuaia`. */
const zone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z][\w+-]{0,31}(\/[\w+-]{1,31}){0,2}$/);

/** How a user is told of a topic, beside the inbox; null = not by this way. */
const choice = z.strictObject({
  topic: noticeTopic,
  push: z.boolean().nullable(),
  mail: z.boolean().nullable(),
});
export type NoticeChoice = z.infer<typeof choice>;

/** Base64url of 65 and of 16 bytes: an uncompressed point of P-256, and the browser's secret (RFC 8291). */
const p256dh = z.string().regex(/^B[\w-]{86}=?$/);
const auth = z.string().regex(/^[\w-]{22}(==)?$/);
const endpoint = z.url().max(1_000);
/** The key of this service that a browser's subscription is bound to, base64url. */
const pushKey = z.string();
const nothing = z.strictObject({});

const unsubscribeToken = z.string().regex(/^[\w.:-]{1,300}$/);
/** What a link in a mail turns off: a topic by mail, or all mails. Null = the link is none of ours. */
const unsubscribed = z.strictObject({ topic: z.union([noticeTopic, z.literal("all")]).nullable() });

export const noticeChoiceCalls = {
  "notice/choices": get({
    access: "session",
    summary: "How the caller wants to be told, of which topics, and on how many browsers.",
    input: nothing,
    output: z.strictObject({
      choices: z.array(choice),
      quiet: z.strictObject({ from: minuteOfDay, to: minuteOfDay }).nullable(),
      zone,
      browsers: z.int(),
      pushKey,
    }),
  }),
  "notice/choose": post({
    access: "session",
    summary: "Sets of what the caller is told by push and by mail, and the hours without a push.",
    input: z.strictObject({
      push: topics,
      mail: topics,
      quiet: z.strictObject({ from: minuteOfDay, to: minuteOfDay }).nullable(),
      zone,
    }),
    output: nothing,
  }),
  "notice/turn-off": post({
    access: "session",
    summary: "Ends the pushes of one topic.",
    input: z.strictObject({ topic: noticeTopic }),
    output: nothing,
  }),
  "push/subscribe": post({
    access: "session",
    summary: "Sends pushes to the caller's browser until its session ends; with a topic, of that as well.",
    input: z.strictObject({ endpoint, p256dh, auth, topic: noticeTopic.optional() }),
    output: nothing,
  }),
  "push/unsubscribe": post({
    access: "session",
    summary: "Ends the pushes to a browser of the caller.",
    input: z.strictObject({ endpoint }),
    output: nothing,
  }),
  "push/offer": get({
    access: "session",
    summary:
      "Whether to ask the caller about pushes of a movie on the list or of a collection that is followed: a series that goes on, and a caller who has not decided.",
    input: z.strictObject({ id: movieId, of: z.enum(["movie", "collection"]).default("movie") }),
    output: z.strictObject({ ask: z.boolean(), pushKey }),
  }),
  "push/decline": post({
    access: "session",
    summary: "The caller does not want to be asked about pushes again.",
    input: nothing,
    output: nothing,
  }),
  "notice/mail-link": get({
    access: "public",
    summary: "What the link of a mail turns off. Turns nothing off.",
    input: z.strictObject({ token: unsubscribeToken }),
    output: unsubscribed,
  }),
  "notice/unsubscribe": post({
    access: "public",
    summary: "Turns off what the link of a mail names; the link is the proof.",
    input: z.strictObject({ token: unsubscribeToken }),
    output: unsubscribed,
  }),
};
