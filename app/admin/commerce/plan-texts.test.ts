import { describe, expect, test } from "vitest";
import { readPlanTexts } from "./plan-texts.server.ts";

const words = (name: string) => ({ name, benefits: [] });

describe("what a plan says, as its form has it", () => {
  test("is read line by line, and what was emptied is gone", () => {
    const typed = {
      "name.en": " Month ",
      "benefits.en": "Films\n\n Series \r\n",
      "name.de": "",
      "benefits.de": "",
    };
    expect(readPlanTexts(typed, { en: words("Old"), de: words("Monat") })).toEqual({
      en: { name: "Month", benefits: ["Films", "Series"] },
    });
  });

  test("keeps a language that the form does not have", () => {
    const known = { en: words("Month"), de: words("Monat"), "zh-hans": words("月度会员") };
    const typed = { "name.en": "Month", "name.de": "Monatskarte" };
    expect(readPlanTexts(typed, known)).toEqual({ ...known, de: words("Monatskarte") });
  });
});
