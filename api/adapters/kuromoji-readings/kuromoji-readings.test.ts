import { expect, test } from "vitest";
import { createKuromojiReadings } from "./kuromoji-readings.ts";

const failing = "tests/setup/failing-reader.ts";

test("kanji are read, words told apart, and particles known by their sound", async () => {
  const texts = await createKuromojiReadings()((read) => read(["君の名は", "学校へ行こう", ""]));
  expect(texts[0]).toEqual([
    { surface: "君", written: "キミ", spoken: "キミ" },
    { surface: "の", written: "ノ", spoken: "ノ" },
    { surface: "名", written: "ナ", spoken: "ナ" },
    { surface: "は", written: "ハ", spoken: "ワ" },
  ]);
  expect(texts[1]!.map(({ spoken }) => spoken).join(" ")).toBe("ガッコウ エ イコ ウ");
  expect(texts[2]).toEqual([]);
});

test.each([
  ["dies", /SIGKILL/, 20_000],
  ["complains", /no dictionary/, 20_000],
  ["is silent", /longer than 500 ms/, 500],
])("a reader that %s is reported, and no caller waits for it", async (how, said, timeoutMs) => {
  const readings = createKuromojiReadings({ program: failing, timeoutMs });
  await expect(readings((read) => read([how]))).rejects.toThrow(said);
});

test("a reader that can't be started is told of", async () => {
  const readings = createKuromojiReadings({ program: "tests/setup/nowhere.ts", timeoutMs: 10_000 });
  await expect(readings((read) => read(["君"]))).rejects.toThrow(/ended/);
});

test("a reader that has ended can't be asked again", async () => {
  const readings = createKuromojiReadings({ program: failing, timeoutMs: 500 });
  const twice = readings(async (read) => {
    await read(["dies"]).catch(() => undefined);
    return read(["dies"]);
  });
  await expect(twice).rejects.toThrow(/gone/);
});
