import i18next from "i18next";
import { beforeAll, expect, test } from "vitest";
import admin from "../../../locales/en/admin.json" with { type: "json" };
import common from "../../../locales/en/common.json" with { type: "json" };
import { fieldLabel, fieldValue } from "./field-words.ts";
import { writers } from "./format.ts";

const i18n = i18next.createInstance();
beforeAll(() => i18n.init({ lng: "en", resources: { en: { translation: { ...common, ...admin } } } }));

const said = (name: string, value: unknown) => {
  const words = { t: i18n.t, locale: "en", write: writers("en", "Europe/Berlin") };
  return `${fieldLabel(name, words)}: ${fieldValue(name, value, words)}`.replaceAll(/\s/g, " ");
};

test.each([
  ["vip_until", "2026-07-01T23:30:00.000Z", "VIP: Jul 2, 2026, 1:30 AM"],
  ["access", "signed-in", "Who may watch: Signed-in members"],
  ["level", "owner", "Admin level: Owner"],
  ["status", "draft", "State: Draft"],
  ["premiereOn", "2026-07-01", "Premiere date: Jul 1, 2026"],
  ["introFromS", 42, "Intro from (seconds): 42 sec"],
  ["texts.de.title", "Komet", "Title (German): Komet"],
  ["ban", { reason: "spam", until: null }, "Suspension: Reason: Spam"],
  ["action", { kind: "access", access: "vip" }, "Action: Who may watch: VIP members"],
  ["action", { tag: "fest", kind: "tag" }, "Action: Add a tag; Tag: fest"],
  ["action", { kind: "delete" }, "Action: Delete"],
  ["signUp", "closed", "New accounts: Closed"],
  ["tags", ["vip", "fest"], "Tags: vip, fest"],
  ["title", "draft", "Title: draft"],
  ["renews", true, "Renews: On"],
])("%s is said in the reader's words", (name, value, text) => {
  expect(said(name, value)).toBe(text);
});

test.each(["thumbprint", "constructor", "__proto__"])(
  "a field without words is called as it is: %s",
  (name) => {
    expect(said(name, "abc")).toBe(`${name}: abc`);
  },
);
