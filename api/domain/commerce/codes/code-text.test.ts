import { expect, test } from "vitest";
import { codeOf, hashOfCode } from "./code-text.ts";

const batch = "0f8fad5b-d9cb-469f-a165-70867728950e";
const code = (index: number, secret = "secret") => codeOf({ secret, batch, index });

test("codes have a hundred bits: 20 letters of 32, each as likely as any other", () => {
  const many = Array.from({ length: 4000 }, (_, index) => code(index));
  expect(new Set(many).size).toBe(many.length);
  for (const one of many) expect(one).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){3}$/);
  const counts = new Map<string, number>();
  for (const sign of many.join("").replaceAll("-", "")) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  expect(counts.size).toBe(32);
  // 80,000 characters, 2,500 of each: ten standard deviations are 490.
  for (const count of counts.values()) expect(Math.abs(count - 2500)).toBeLessThan(490);
  // Measured entropy, scaled to the 20 characters of a code: above the required 80 bits.
  const bits = [...counts.values()].reduce((sum, n) => sum - (n / 80_000) * Math.log2(n / 80_000), 0);
  expect(20 * bits).toBeGreaterThan(99);
});

test("another secret makes other codes, the same makes the same again", () => {
  expect(code(7)).toBe(code(7));
  expect(code(7, "another")).not.toBe(code(7));
});

test("how a code is typed does not matter, what it says does", () => {
  const typed = "01ABC-DEFGH-JKMNP-QRST0";
  const known = hashOfCode(typed);
  expect(known).toMatch(/^[0-9a-f]{64}$/);
  for (const same of [
    " oiabc defgh jkmnp qrsto ",
    "OLABCDEFGHJKMNPQRSTO",
    "０１ＡＢＣ–ＤＥＦＧＨ—ＪＫＭＮＰ_ＱＲＳＴ０",
  ])
    expect(hashOfCode(same), same).toBe(known);
  for (const other of ["", "01ABC", `${typed}0`, "U1ABC-DEFGH-JKMNP-QRST0", "01ABC-DEFGH-JKMNP-QRS*0"])
    expect(hashOfCode(other), other).toBeNull();
  expect(hashOfCode("11ABC-DEFGH-JKMNP-QRST0")).not.toBe(known);
});
