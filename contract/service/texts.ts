import { z } from "zod";
import { get, post } from "../call.ts";
import { locale } from "../fields.ts";
import { longestText, longestTextTitle } from "./values.ts";
import { actor, iso, reason } from "../admin-fields.ts";

const key = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/);
/** The newest version the editor has seen; 0 when there was none. */
const version = z.int().min(0).max(1_000_000);

export const textCalls = {
  "text/detail": get({
    access: "public",
    summary: "A page of the operator's own words (terms, privacy, imprint), in the best language there is.",
    input: z.strictObject({ key }),
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

export const adminTextCalls = {
  "z/text/list": get({
    access: "admin",
    permission: "texts.read",
    summary: "Every text page in every language there is one in.",
    input: z.strictObject({}),
    output: z.strictObject({
      items: z.array(
        z.strictObject({
          key: z.string(),
          locale: z.string(),
          title: z.string(),
          version: z.int(),
          updatedAt: iso,
          /** False when the operator has written it. */
          original: z.boolean(),
        }),
      ),
    }),
  }),
  "z/text/detail": get({
    access: "admin",
    permission: "texts.read",
    summary: "A text page in one language, with its versions; or one of these.",
    input: z.strictObject({ key, locale, version: z.int().min(1).max(1_000_000).optional() }),
    output: z.strictObject({
      key: z.string(),
      locale: z.string(),
      title: z.string(),
      body: z.string(),
      version: z.int(),
      /** The newest version: send it along with a save. */
      latest: z.int(),
      updatedAt: iso,
      /** Latest first, at most a hundred. */
      versions: z.array(
        z.strictObject({ version: z.int(), title: z.string(), updatedAt: iso, actor, original: z.boolean() }),
      ),
    }),
  }),
  "z/text/save": post({
    access: "admin",
    permission: "texts.write",
    summary: "A new version of a text page; readers see it at once.",
    input: z.strictObject({
      key,
      locale,
      version,
      title: z.string().trim().min(1).max(longestTextTitle),
      body: z.string().trim().min(1).max(longestText),
      reason: reason.optional(),
    }),
    output: z.strictObject({ version: z.int() }),
  }),
  "z/text/restore": post({
    access: "admin",
    permission: "texts.write",
    summary: "An earlier version as the newest one again.",
    input: z.strictObject({ key, locale, version, restore: z.int().min(1).max(1_000_000) }),
    output: z.strictObject({ version: z.int() }),
  }),
};
