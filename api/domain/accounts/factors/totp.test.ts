import { describe, expect, test } from "vitest";
import { codeAt, newSecret, otpauthUri, stepOf, stepOfCode } from "./totp.ts";

/** `12345678901234567890`, the secret of the RFC's examples. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("the codes of RFC 6238, appendix B", () => {
  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("at %i s it is %s", (seconds, code) => {
    expect(codeAt(secret, stepOf(new Date(seconds * 1000)))).toBe(code);
  });
});

describe("the clock", () => {
  const now = new Date("2026-06-01T12:00:10Z");
  const codeOf = (seconds: number) => codeAt(secret, stepOf(new Date(now.getTime() + seconds * 1000)));

  test.each([-30, 0, 30])("%i s off is right", (seconds) => {
    expect(stepOfCode(secret, { code: codeOf(seconds), now })).toBe(stepOf(now) + seconds / 30);
  });

  test.each([-90, -60, 60, 90])("%i s off is refused", (seconds) => {
    expect(stepOfCode(secret, { code: codeOf(seconds), now })).toBeNull();
  });

  test("a used step and those before it are refused, the next is not", () => {
    const after = stepOf(now);
    expect(stepOfCode(secret, { code: codeOf(0), now, after })).toBeNull();
    expect(stepOfCode(secret, { code: codeOf(-30), now, after })).toBeNull();
    expect(stepOfCode(secret, { code: codeOf(30), now, after })).toBe(after + 1);
  });

  test.each(["", "12345", "1234567", "١٢٣٤٥٦", "12345é"])("%j is no code", (code) => {
    expect(stepOfCode(secret, { code, now })).toBeNull();
  });
});

test("secrets are 160 random bits in base32, and go into the address of a QR code", () => {
  const secrets = new Set(Array.from({ length: 100 }, newSecret));
  expect(secrets.size).toBe(100);
  for (const one of secrets) expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(otpauthUri({ secret, issuer: "Ma tinée", account: "a+b@c.test" })).toBe(
    `otpauth://totp/Ma%20tin%C3%A9e:a%2Bb%40c.test?secret=${secret}&issuer=Ma%20tin%C3%A9e`,
  );
});
