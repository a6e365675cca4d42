import { describe, expect, test } from "vitest";
import { hasTwinText, readPlanTexts } from "./plan-texts.server.ts";

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

  test("keeps a language that the form does not have: zh-hans goes by its twin's name", () => {
    const known = { en: words("Month"), zh: words("包月"), "zh-hans": words("月度会员") };
    const typed = { "name.en": "Month", "name.zh": "包月卡" };
    expect(readPlanTexts(typed, known)).toEqual({ ...known, zh: words("包月卡") });
  });

  test("changes both names of one language together where they say the same", () => {
    const known = { en: words("Month"), zh: words("包月"), "zh-hans": words("包月") };
    const after = readPlanTexts({ "name.en": "Month", "name.zh": "月卡" }, known);
    expect(after).toEqual({ en: words("Month"), zh: words("月卡"), "zh-hans": words("月卡") });
    expect(readPlanTexts({ "name.en": "Month", "name.zh": "" }, known)).toEqual({ en: words("Month") });
  });

  test("what says something else under the second name has fields of its own, which empty it too", () => {
    const known = { en: words("Month"), zh: words("包月"), "zh-hans": words("月度会员") };
    expect(hasTwinText(known)).toBe(true);
    expect(hasTwinText({ ...known, "zh-hans": words("包月") })).toBe(false);
    expect(hasTwinText({ en: words("Month") })).toBe(false);
    const typed = { "name.en": "Month", "name.zh": "包月", "name.zh-hans": "" };
    expect(readPlanTexts(typed, known)).toEqual({ en: words("Month"), zh: words("包月") });
  });
});
