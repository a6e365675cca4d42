import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { grantEnd } from "./grant-life.ts";

const at = (time: string) => new Date(`2026-11-21T${time}Z`);

describe("grantEnd", () => {
  it.each([
    ["a free title", { vip: false, lasting: false, durationS: 60 }, "17:00:00"],
    ["a free title without scripts", { vip: false, lasting: true, durationS: 60 }, "17:00:00"],
    ["a VIP title", { vip: true, lasting: false, durationS: 7200 }, "10:45:00"],
    [
      "a VIP title without scripts, or on a receiver",
      { vip: true, lasting: true, durationS: 7200 },
      "15:30:00",
    ],
  ])("of %s at 10:20", (_what, kind, end) => {
    expect(grantEnd({ ...kind, vipUntil: null, now: at("10:20:00") })).toEqual(at(end));
  });

  it("is no later than the end of the membership, of a VIP title alone", () => {
    const vipUntil = at("10:25:30");
    const end = (vip: boolean, lasting: boolean) =>
      grantEnd({ vip, lasting, durationS: 7200, vipUntil, now: at("10:20:00") });
    expect([end(true, false), end(true, true)]).toEqual([vipUntil, vipUntil]);
    expect(end(false, false)).toEqual(at("17:00:00"));
    expect(
      grantEnd({ vip: true, lasting: false, durationS: 1, vipUntil: at("23:00:00"), now: at("10:20:00") }),
    ).toEqual(at("10:45:00"));
  });

  it("is the same for all requests within a step, and never shorter than promised", () => {
    const kinds = fc.record({ vip: fc.boolean(), lasting: fc.boolean(), durationS: fc.nat(21_600) });
    fc.assert(
      fc.property(
        kinds,
        fc.date({ min: at("00:00:00"), max: at("23:59:59"), noInvalidDate: true }),
        (kind, now) => {
          const leftMs = grantEnd({ ...kind, vipUntil: null, now }).getTime() - now.getTime();
          const least = !kind.vip ? 360 : kind.lasting ? 60 + kind.durationS / 30 : 15;
          expect(leftMs / 60_000).toBeGreaterThan(least);
          expect(leftMs / 60_000).toBeLessThanOrEqual(least + (kind.vip ? 15 : 60));
        },
      ),
    );
  });
});
