import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isAssetId, signGrant, verifyGrant } from "./grant.ts";

const secret = "a secret of the tests, long enough to be one";
const now = new Date("2026-11-21T10:00:00Z");
const inAnHour = new Date("2026-11-21T11:00:00Z");
const grant = { asset: "film_1", subject: "user-7", expiresAt: inAnHour };

const idOf = (maxLength: number) =>
  fc.stringMatching(new RegExp(`^[A-Za-z0-9_-]{1,${maxLength}}$`)).filter((text) => text.length <= maxLength);
const grants = fc.record({
  asset: idOf(128),
  subject: idOf(200),
  expiresAt: fc.date({
    min: new Date("2026-11-21T10:00:01Z"),
    max: new Date("4000-01-01"),
    noInvalidDate: true,
  }),
});

describe("signGrant", () => {
  it("makes one path segment of unreserved characters", () => {
    fc.assert(
      fc.property(grants, (any) => {
        const prefix = signGrant(any, secret);
        expect(prefix).toMatch(/^[A-Za-z0-9_.-]{1,98}$/);
        expect(encodeURIComponent(prefix)).toBe(prefix);
      }),
    );
  });

  it.each([
    ["asset with a slash", { ...grant, asset: "a/b" }],
    ["empty asset", { ...grant, asset: "" }],
    ["long asset", { ...grant, asset: "a".repeat(129) }],
    ["subject with a dot", { ...grant, subject: "a.b" }],
    ["empty subject", { ...grant, subject: "" }],
    ["long subject", { ...grant, subject: "a".repeat(201) }],
    ["subject ending in a line break", { ...grant, subject: "a\n" }],
    ["no date", { ...grant, expiresAt: new Date(Number.NaN) }],
    ["date before 1970", { ...grant, expiresAt: new Date(-1) }],
  ])("refuses to sign: %s", (_, bad) => {
    expect(() => signGrant(bad, secret)).toThrow(RangeError);
  });

  it("refuses an empty secret", () => {
    expect(() => signGrant(grant, "")).toThrow(RangeError);
    expect(verifyGrant({ prefix: signGrant(grant, secret), asset: "film_1", now, secret: "" }).ok).toBe(
      false,
    );
  });
});

describe("verifyGrant", () => {
  it("gives back what was signed, in whole seconds", () => {
    fc.assert(
      fc.property(grants, (any) => {
        const verdict = verifyGrant({ prefix: signGrant(any, secret), asset: any.asset, now, secret });
        const seconds = Math.floor(any.expiresAt.getTime() / 1000);
        expect(verdict).toEqual({ ok: true, grant: { ...any, expiresAt: new Date(seconds * 1000) } });
      }),
    );
  });

  it("refuses a prefix with any byte changed, left out or added", () => {
    const changes = fc.record({
      at: fc.nat(200),
      byte: fc.integer({ min: 0, max: 255 }),
      kind: fc.constantFrom("replace", "remove", "insert"),
    });
    fc.assert(
      fc.property(grants, changes, (any, { at, byte, kind }) => {
        const prefix = signGrant(any, secret);
        const index = at % prefix.length;
        const character = String.fromCharCode(byte);
        const tail = prefix.slice(kind === "insert" ? index : index + 1);
        const tampered = prefix.slice(0, index) + (kind === "remove" ? "" : character) + tail;
        fc.pre(tampered !== prefix);
        expect(verifyGrant({ prefix: tampered, asset: any.asset, now, secret }).ok).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it("refuses every other character at every place of one prefix", () => {
    const prefix = signGrant(grant, secret);
    for (let index = 0; index < prefix.length; index++) {
      for (let code = 0; code < 256; code++) {
        const tampered = prefix.slice(0, index) + String.fromCharCode(code) + prefix.slice(index + 1);
        if (tampered === prefix) continue;
        expect(verifyGrant({ prefix: tampered, asset: grant.asset, now, secret }).ok).toBe(false);
      }
    }
  });

  it("refuses another asset, another subject and another secret", () => {
    fc.assert(
      fc.property(grants, idOf(200), (any, other) => {
        fc.pre(other !== any.asset && other !== any.subject);
        const prefix = signGrant(any, secret);
        const [expiry, , signature] = prefix.split(".");
        const refused = { ok: false, reason: "signature" };
        expect(verifyGrant({ prefix, asset: other, now, secret })).toEqual(refused);
        expect(verifyGrant({ prefix, asset: any.asset, now, secret: `${secret}!` })).toEqual(refused);
        const stolen = `${expiry}.${other}.${signature}`;
        expect(verifyGrant({ prefix: stolen, asset: any.asset, now, secret })).toEqual(refused);
      }),
    );
  });

  it("ends at the expiry itself", () => {
    const prefix = signGrant(grant, secret);
    const at = (moment: number) => verifyGrant({ prefix, asset: "film_1", now: new Date(moment), secret });
    expect(at(inAnHour.getTime() - 1).ok).toBe(true);
    expect(at(inAnHour.getTime())).toEqual({ ok: false, reason: "expired" });
    expect(at(Number.NaN)).toEqual({ ok: false, reason: "expired" });
  });

  it("does not say of a forged prefix that it is expired", () => {
    const prefix = `1.user-7.${"A".repeat(24)}`;
    expect(verifyGrant({ prefix, asset: "film_1", now, secret })).toEqual({ ok: false, reason: "signature" });
  });

  it.each([
    "",
    ".",
    "..",
    "a.b",
    "a.b.c.d",
    "tou.user.",
    `0tou.user-7.${"A".repeat(24)}`,
    "é.é.é",
    "\0",
    "x".repeat(1e6),
  ])("calls %j malformed", (prefix) => {
    expect(verifyGrant({ prefix, asset: "film_1", now, secret })).toEqual({ ok: false, reason: "malformed" });
  });

  it("never throws", () => {
    const hostile = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string(),
      fc.stringMatching(/^[a-z0-9.]{1,120}$/),
    );
    fc.assert(
      fc.property(hostile, hostile, (prefix, asset) => {
        expect(verifyGrant({ prefix, asset, now, secret }).ok).toBe(false);
      }),
    );
  });
});

describe("isAssetId", () => {
  it.each([
    ["a", true],
    ["A-b_9", true],
    ["", false],
    ["..", false],
    ["a/b", false],
    ["a\n", false],
    ["é", false],
  ])("%j: %s", (text, expected) => {
    expect(isAssetId(text)).toBe(expected);
  });
});
