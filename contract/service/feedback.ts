import { z } from "zod";
import { get, post } from "../call.ts";
import { cursor, episodeIndex, iso, limit, movieId, seconds } from "../fields.ts";
import { page } from "../models.ts";
import { feedbackCategories, longestFeedback, shortestFeedback } from "./values.ts";

export const feedbackCategory = z.enum(feedbackCategories);

/** Details sent with a message if its author agrees. All of them are shown before sending. */
export const feedbackContext = z.strictObject({
  /** Path of the page the user came from. */
  page: z.string().max(300).optional(),
  movie: movieId.optional(),
  episode: episodeIndex.optional(),
  positionS: seconds.optional(),
  /** Id of the failed request, as shown on the error screen. */
  request: z.string().max(64).optional(),
  version: z.string().max(32).optional(),
  locale: z.string().max(16).optional(),
  device: z.enum(["mobile", "desktop"]).optional(),
  /** User-Agent. */
  browser: z.string().max(400).optional(),
  /** `390×844 @3`. */
  screen: z.string().max(40).optional(),
  /** `4g, 1.6 Mbit/s`. */
  network: z.string().max(60).optional(),
});
export type FeedbackContext = z.infer<typeof feedbackContext>;

const receipt = z.string().regex(/^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/);

export const feedbackItem = z.strictObject({
  receipt,
  category: feedbackCategory,
  text: z.string(),
  state: z.enum(["open", "answered"]),
  createdAt: iso,
  reply: z.string().nullable(),
  repliedAt: iso.nullable(),
});
export type FeedbackItem = z.infer<typeof feedbackItem>;

export const feedbackCalls = {
  "feedback/create": post({
    access: "session",
    summary: "Sends a message to the operator. Made again with the same key it answers the same receipt.",
    input: z.strictObject({
      /** Random, made for each form: a second tap sends the same message. */
      key: z.uuid(),
      category: feedbackCategory,
      text: z.string().trim().min(shortestFeedback).max(longestFeedback),
      context: feedbackContext.optional(),
      /** Name of a picture uploaded by `oss/form` for a screenshot. */
      screenshot: z
        .string()
        .regex(/^[0-9a-f]{64}\.(png|jpe?g|webp)$/)
        .optional(),
    }),
    output: z.strictObject({ receipt }),
  }),
  "feedback/list": get({
    access: "session",
    summary: "The caller's own messages, latest first.",
    input: z.strictObject({ cursor: cursor.optional(), limit: limit.optional() }),
    output: page(feedbackItem),
  }),
  "feedback/detail": get({
    access: "session",
    summary: "One of the caller's own messages, with what went along; another's is not found.",
    input: z.strictObject({ receipt }),
    output: feedbackItem.extend({
      context: feedbackContext.nullable(),
      /** Signed URL of the screenshot, valid for some minutes. */
      screenshot: z.string().nullable(),
    }),
  }),
};
