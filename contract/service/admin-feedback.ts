import { z } from "zod";
import { get, post } from "../call.ts";
import { uid } from "../fields.ts";
import { page } from "../models.ts";
import { actor, iso, paging, query, reason, revision } from "../admin-fields.ts";
import { feedbackCategory, feedbackContext, feedbackItem } from "./feedback.ts";
import { feedbackStates, longestFeedback } from "./values.ts";

const { receipt } = feedbackItem.shape;
const state = z.enum(feedbackStates);

export const adminFeedback = z.strictObject({
  receipt,
  category: feedbackCategory,
  text: z.string(),
  state,
  createdAt: iso,
  author: z.strictObject({ uid, anonymous: z.boolean(), name: z.string().nullable(), is_vip: z.boolean() }),
  hasScreenshot: z.boolean(),
  repliedAt: iso.nullable(),
});
export type AdminFeedback = z.infer<typeof adminFeedback>;

export const adminFeedbackCalls = {
  "z/feedback/list": get({
    access: "admin",
    permission: "feedback.read",
    summary: "Messages to the operator, latest first.",
    input: z.strictObject({
      ...paging,
      state: state.optional(),
      category: feedbackCategory.optional(),
      uid: uid.optional(),
      /** A receipt number, or a part of the text. */
      q: query.optional(),
    }),
    /** `open`: number of messages that wait for an answer. */
    output: page(adminFeedback).extend({ open: z.int() }),
  }),
  "z/feedback/detail": get({
    access: "admin",
    permission: "feedback.read",
    summary: "One message with what went along, and its author.",
    input: z.strictObject({ receipt }),
    output: adminFeedback.extend({
      revision,
      context: feedbackContext.nullable(),
      /** Signed URL, valid for some minutes. */
      screenshot: z.string().nullable(),
      reply: z.string().nullable(),
      repliedBy: actor.nullable(),
    }),
  }),
  "z/feedback/reply": post({
    access: "admin",
    permission: "feedback.reply",
    summary: "Answers a message, or words the answer anew; its author sees it at once.",
    input: z.strictObject({ receipt, revision, reply: z.string().trim().min(1).max(longestFeedback) }),
    output: z.strictObject({ revision }),
  }),
  "z/feedback/close": post({
    access: "admin",
    permission: "feedback.reply",
    summary: "Puts a message aside without an answer, or back among the open ones.",
    input: z.strictObject({ receipt, revision, closed: z.boolean() }),
    output: z.strictObject({ revision }),
  }),
  "z/feedback/delete": post({
    access: "admin",
    permission: "feedback.reply",
    summary: "Removes a message and its screenshot for good.",
    input: z.strictObject({ receipt, reason }),
    output: z.strictObject({}),
  }),
};
