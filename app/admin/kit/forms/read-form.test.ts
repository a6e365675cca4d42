import type { TFunction } from "i18next";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { codes } from "../../../../contract/codes.ts";
import { readForm, refusedForm, replyTo, statusOf, touchedFields } from "./read-form.server.ts";

const t = ((key: string, values?: Record<string, string>) =>
  values ? `${key} ${JSON.stringify(values)}` : key) as unknown as TFunction;
const schema = z.object({
  revision: z.int(),
  name: z.string().trim().min(2),
  days: z.int().max(10),
  on: z.boolean().optional(),
});
const options = { id: "it", t, locale: "en", zone: "UTC", labels: { name: "Name", days: "Days" } };

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}
const began = JSON.stringify({ name: "Ada", days: "3" });

describe("a form of the admin area", () => {
  it("is read by the contract's schema, and words what is wrong", () => {
    const form = formOf({ intent: "save", revision: "1", name: "", days: "11" });
    const submission = readForm(form, { schema, t });
    const reply = replyTo(submission, null, { ...options, form });
    expect(reply.result.error).toEqual({
      name: ["errors.field.required"],
      days: ['rule.most {"bound":"10"}'],
    });
    expect(reply.result.initialValue).toMatchObject({ days: "11" });
    expect(statusOf(reply)).toBe(422);
  });

  it("tells what was changed in it", () => {
    const form = formOf({ base: began, revision: "1", name: "Ada", days: "4", on: "on" });
    const submission = readForm(form, { schema, t });
    expect(submission).toMatchObject({ status: "success", value: { name: "Ada", days: 4, on: true } });
    expect(touchedFields(submission, form, ["name", "days"])).toEqual(["days"]);
  });

  it("sets what both have changed side by side, and takes theirs where nothing was changed", () => {
    const form = formOf({ base: began, revision: "1", name: "Ada", days: "4" });
    const submission = readForm(form, { schema, t });
    const conflict = {
      revision: 2,
      by: "Bob",
      at: "2026-11-21T10:00:00.000Z",
      fields: [
        { field: "name", theirs: "Eve" },
        { field: "days", theirs: 9 },
      ],
    };
    const answer = { c: codes.conflict.c, m: "conflict", d: { conflict } };
    const reply = replyTo(submission, answer, { ...options, form });
    expect(reply.conflict?.fields).toEqual([
      { name: "days", label: "Days", theirs: "9", yours: "4", value: "9" },
    ]);
    expect(reply.result.initialValue).toMatchObject({ revision: "2", name: "Eve", days: "4" });
    expect(JSON.parse(reply.base)).toEqual({ name: "Eve", days: "3" });
    // The second submission carries what it knows: the other's name, its own days.
    const again = formOf({ base: reply.base, revision: "2", name: "Eve", days: "4" });
    expect(touchedFields(readForm(again, { schema, t }), again, ["name", "days"])).toEqual(["days"]);
  });

  it("places what the API refused beside the fields", () => {
    const form = formOf({ revision: "1", name: "Ada", days: "4" });
    const submission = readForm(form, { schema, t });
    const issues = [{ field: "change.days", reason: "too_big" as const, message: "too big" }];
    const answer = { c: 422, m: "Invalid data", d: { issues } };
    const rename = (field: string) => field.replace("change.", "");
    const reply = replyTo(submission, answer, { ...options, form, rename });
    expect(reply.result.error).toEqual({ days: ["too big"] });
    expect(reply.message).toBe("login.checkFields");
  });

  it("shows a form that was read by hand again, with its empty lines", () => {
    const form = formOf({
      __intent__: "?",
      base: "{}",
      "names.en": "Ada",
      "prices[0].amount": "4",
      "prices[1].amount": "",
    });
    const { result, message } = refusedForm("it", form, {
      errors: { "prices[0].amount": "no amount" },
      message: "m",
    });
    expect(result.initialValue).toEqual({
      names: { en: "Ada" },
      prices: [{ amount: "4" }, undefined],
    });
    expect([result.status, result.error, message]).toEqual([
      "error",
      { "prices[0].amount": ["no amount"] },
      "m",
    ]);
  });
});
