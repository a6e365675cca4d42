import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import { z } from "zod";
import { codes } from "../../../../contract/codes.ts";
import { readForm, replyTo } from "../../kit/forms/read-form.server.ts";
import { formOptions } from "./movie-reply.server.ts";

const t = ((key: string) => key) as unknown as TFunction;
const schema = z.object({
  revision: z.int(),
  publishAt: z.string().optional(),
  hideAt: z.string().optional(),
});
const began = { publishAt: "2026-06-01T08:00:30.000Z", hideAt: null };

/** The answer to a schedule that another admin has saved before, as a reader in Berlin gets it. */
function replyIn(typed: { publishAt: string; hideAt: string }, theirs: Record<string, string | null>) {
  const form = new FormData();
  const fields = { ...typed, revision: "1", zone: "Europe/Berlin", base: JSON.stringify(began) };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const conflict = {
    revision: 2,
    by: "Bob",
    at: "2026-05-01T10:00:00.000Z",
    fields: Object.entries(theirs).map(([field, value]) => ({ field, theirs: value })),
  };
  const answer = { c: codes.conflict.c, m: "conflict", d: { conflict } };
  const server = { t, locale: "en", zone: "UTC" } as never;
  return replyTo(readForm(form, { schema, t }), answer, { ...formOptions({ server, form }), id: "it" });
}

test("theirs is offered as a time field takes it, in the form's zone", () => {
  const reply = replyIn(
    { publishAt: "2026-06-01T12:00", hideAt: "2026-08-01T12:00" },
    { publishAt: "2026-07-01T10:15:20.000Z", hideAt: null },
  );
  expect(reply.conflict?.fields).toMatchObject([
    { name: "publishAt", value: "2026-07-01T12:15" },
    { name: "hideAt", value: "", theirs: "–" },
  ]);
  expect(reply.result.initialValue).toMatchObject({ publishAt: "2026-06-01T12:00" });
});

test("an untouched time is theirs at once, and is nothing to decide", () => {
  const reply = replyIn(
    { publishAt: "2026-06-01T10:00", hideAt: "" },
    { publishAt: "2026-07-01T10:15:20.000Z", hideAt: "2026-09-01T10:00:00.000Z" },
  );
  expect(reply.conflict?.fields).toEqual([]);
  expect(reply.result.initialValue).toMatchObject({
    publishAt: "2026-07-01T12:15",
    hideAt: "2026-09-01T12:00",
  });
  // What the next save is compared with keeps the seconds.
  expect(JSON.parse(reply.base)).toMatchObject({ publishAt: "2026-07-01T10:15:20.000Z" });
});

test("what was typed is worded like theirs", () => {
  const typed = { publishAt: "2026-06-01T12:00", hideAt: "" };
  const [field] = replyIn(typed, { publishAt: "2026-07-01T10:00:00.000Z" }).conflict!.fields;
  expect([field!.yours, field!.theirs].map((text) => text.replaceAll(/\s/g, " "))).toEqual([
    "Jun 1, 2026, 12:00 PM",
    "Jul 1, 2026, 12:00 PM",
  ]);
});
