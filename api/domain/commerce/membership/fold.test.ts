import fc from "fast-check";
import { expect, test } from "vitest";
import { endOf } from "./append-event.ts";
import {
  foldEvent,
  foldMembership,
  foldTiers,
  nothing,
  vipEndsOf,
  vipUntilOf,
  type FoldedEvent,
  type Standing,
} from "./fold.ts";

const day = 86_400;
const at = (days: number) => new Date(Date.UTC(2026, 0, 1) + days * day * 1000);
const event = (kind: FoldedEvent["kind"], on: number, more: Partial<FoldedEvent> = {}): FoldedEvent => ({
  kind,
  tier: 1,
  at: at(on),
  seconds: null,
  until: null,
  ...more,
});

const until = (events: FoldedEvent[]) => vipEndsOf(foldMembership(events))[0];

test("extensions stack on what is left, and begin anew where nothing is", () => {
  const month = { seconds: 30 * day };
  expect(until([])).toBeNull();
  expect(until([event("extend", 0, month)])).toEqual(at(30));
  expect(until([event("extend", 0, month), event("extend", 10, month)])).toEqual(at(60));
  expect(until([event("extend", 0, month), event("extend", 40, month)])).toEqual(at(70));
});

test("a grant reaches at least its end and takes nothing; a revocation ends what is left", () => {
  expect(until([event("grant", 0, { until: at(9) })])).toEqual(at(9));
  expect(until([event("grant", 0, { until: at(9) }), event("grant", 1, { until: at(5) })])).toEqual(at(9));
  expect(until([event("grant", 0, { until: at(9) }), event("revoke", 3)])).toEqual(at(3));
  expect(until([event("grant", 0, { until: at(2) }), event("revoke", 3)])).toEqual(at(2));
  expect(until([event("revoke", 3)])).toBeNull();
});

test("a grace bridges a late renewal: what is paid then begins where the paid time ended", () => {
  const month = { seconds: 30 * day };
  const bought = event("extend", 0, month);
  const grace = event("grace", 29, { until: at(33) });
  expect(until([bought, grace])).toEqual(at(33));
  expect(until([bought, grace, event("extend", 31, month)])).toEqual(at(60));
  // The payment came after the grace had ended, so the new time begins at the payment.
  expect(until([bought, grace, event("extend", 40, month)])).toEqual(at(70));
  expect(until([bought, grace, event("revoke", 31)])).toEqual(at(30));
});

test("a pause keeps what is left, and everything else changes what waits", () => {
  const bought = event("extend", 0, { seconds: 30 * day });
  const paused = [bought, event("pause", 10)];
  expect(until(paused)).toEqual(at(10));
  expect(until([...paused, event("resume", 100)])).toEqual(at(120));
  expect(until([...paused, event("extend", 50, { seconds: 5 * day }), event("resume", 100)])).toEqual(
    at(125),
  );
  expect(until([...paused, event("shorten", 50, { seconds: 5 * day }), event("resume", 100)])).toEqual(
    at(115),
  );
  expect(until([...paused, event("revoke", 50), event("resume", 100)])).toEqual(at(10));
  expect(until([...paused, event("pause", 50), event("resume", 100)])).toEqual(at(120));
  expect(until([bought, event("pause", 40), event("resume", 50)])).toEqual(at(30));
});

test("months are the calendar's, and end on the last day where there is no such day", () => {
  const time = (text: string) => new Date(`${text}T10:30:00Z`);
  expect(endOf(time("2026-01-31"), { unit: "month", count: 1 })).toEqual(time("2026-02-28"));
  expect(endOf(time("2026-01-31"), { unit: "month", count: 13 })).toEqual(time("2027-02-28"));
  expect(endOf(time("2026-12-05"), { unit: "month", count: 1 })).toEqual(time("2027-01-05"));
  expect(endOf(time("2026-12-05"), { unit: "day", count: 30 })).toEqual(time("2027-01-04"));
  // A renewal that began on a 31st stays on the last days of months, and a shorter month does not move it to an earlier
  // day.
  const month = { unit: "month", count: 1 } as const;
  expect(endOf(time("2026-02-28"), month, 31)).toEqual(time("2026-03-31"));
  expect(endOf(time("2026-03-31"), month, 31)).toEqual(time("2026-04-30"));
  expect(endOf(time("2026-04-30"), month, 31)).toEqual(time("2026-05-31"));
  expect(endOf(time("2026-02-10"), month, 31)).toEqual(time("2026-03-10"));
});

const kinds = fc.constantFrom<FoldedEvent["kind"]>("grant", "extend", "shorten", "revoke", "pause", "resume");
const anyEvent = fc
  .record({ kind: kinds, gap: fc.integer({ min: 0, max: 90 }), size: fc.integer({ min: 1, max: 400 }) })
  .map(({ kind, gap, size }) => ({ kind, gap, size }));
const ledger = fc.array(anyEvent, { maxLength: 30 }).map((steps) => {
  let now = 0;
  return steps.map(({ kind, gap, size }) => {
    now += gap;
    return event(kind, now, { seconds: size * day, until: at(now + size) });
  });
});

/** Remaining time of a membership, running or paused, in milliseconds. */
const leftOf = ({ until, pausedMs }: Standing, now: Date) =>
  pausedMs ?? Math.max(0, (until?.getTime() ?? 0) - now.getTime());

test("no sequence makes time appear or vanish: what is left is what was there, and what was given or taken", () => {
  fc.assert(
    fc.property(ledger, (events) => {
      let standing = nothing;
      for (const one of events) {
        const before = leftOf(standing, one.at);
        const wasPaused = standing.pausedMs !== null;
        standing = foldEvent(standing, one);
        const left = leftOf(standing, one.at);
        const given = (one.seconds ?? 0) * 1000;
        if (one.kind === "extend") expect(left).toBe(before + given);
        if (one.kind === "grant") expect(left).toBe(Math.max(before, given));
        if (one.kind === "shorten") expect(left).toBe(Math.max(0, before - given));
        if (one.kind === "revoke") expect(left).toBe(0);
        if (one.kind === "pause" || one.kind === "resume") expect(left).toBe(before);
        // A paused user is not VIP, and a VIP user is not paused.
        if (standing.pausedMs !== null && before > 0)
          expect(vipUntilOf(standing)! <= one.at || wasPaused).toBe(true);
      }
      expect(foldMembership(events)[0]).toEqual(standing);
    }),
  );
});

test("a grace gives nothing to who pays: paid periods stand end to end, however late each is paid within it", () => {
  const delays = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 24 });
  fc.assert(
    fc.property(delays, (late) => {
      let standing = foldEvent(nothing, event("extend", 0, { seconds: 30 * day }));
      late.forEach((days, period) => {
        const end = 30 * (period + 1);
        standing = foldEvent(standing, event("grace", end, { until: at(end + 4) }));
        standing = foldEvent(standing, event("extend", end + days, { seconds: 30 * day }));
      });
      expect(vipUntilOf(standing)).toEqual(at(30 * (late.length + 1)));
    }),
  );
});

const ends = (...events: FoldedEvent[]) => vipEndsOf(foldMembership(events));
const month = { seconds: 30 * day };

test("a higher tier is used first, and what is left of the lower one follows it", () => {
  const low = event("extend", 0, month);
  expect(ends(low)).toEqual([at(30), null, null]);
  expect(ends(low, event("extend", 10, { ...month, tier: 2 }))).toEqual([at(60), at(40), null]);
  // The lower one is added behind, and the higher one before what remains of it.
  expect(ends(event("extend", 0, { ...month, tier: 2 }), event("extend", 10, month))).toEqual([
    at(60),
    at(30),
    null,
  ]);
  const three = [low, event("extend", 0, { ...month, tier: 3 }), event("extend", 0, { ...month, tier: 2 })];
  expect(ends(...three)).toEqual([at(90), at(60), at(30)]);
});

test("a refund takes time of its own tier first, then of those below, and never of those above", () => {
  const both = [event("extend", 0, month), event("extend", 0, { ...month, tier: 2 })];
  expect(ends(...both, event("shorten", 10, { ...month, tier: 2 }))).toEqual([at(30), at(10), null]);
  expect(ends(...both, event("shorten", 10, { seconds: 60 * day }))).toEqual([at(30), at(30), null]);
  // Bought anew after it, no time is lost.
  expect(ends(...both, event("shorten", 10, { seconds: 60 * day }), event("extend", 10, month))).toEqual([
    at(60),
    at(30),
    null,
  ]);
});

test("a pause is one of all tiers, and each goes on as it was", () => {
  const paused = [event("extend", 0, month), event("extend", 0, { ...month, tier: 2 }), event("pause", 10)];
  expect(ends(...paused)).toEqual([at(10), at(10), null]);
  expect(ends(...paused, event("resume", 100))).toEqual([at(150), at(120), null]);
  expect(ends(...paused, event("extend", 50, { ...month, tier: 3 }), event("resume", 100))).toEqual([
    at(180),
    at(150),
    at(130),
  ]);
  expect(ends(...paused, event("revoke", 50), event("resume", 100))).toEqual([at(10), at(10), null]);
});

test("a grace holds the tier that is late, while time of a lower one remains", () => {
  const both = [event("extend", 0, month), event("extend", 0, { ...month, tier: 2 })];
  const grace = event("grace", 30, { tier: 2, until: at(33) });
  expect(ends(...both, grace)).toEqual([at(60), at(33), null]);
  // Paid on the third day: its period stands where the one before ended, and nothing of the lower one was used.
  expect(ends(...both, grace, event("extend", 32, { ...month, tier: 2 }))).toEqual([at(90), at(60), null]);
});

const tiered = fc
  .array(
    fc.record({
      kind: fc.constantFrom<FoldedEvent["kind"]>("grant", "extend", "shorten", "revoke", "pause", "resume"),
      tier: fc.integer({ min: 1, max: 3 }),
      gap: fc.integer({ min: 0, max: 90 }),
      size: fc.integer({ min: 1, max: 400 }),
    }),
    { maxLength: 30 },
  )
  .map((steps) => {
    let now = 0;
    return steps.map(({ kind, tier, gap, size }) => {
      now += gap;
      return event(kind, now, { tier, seconds: size * day, until: at(now + size) });
    });
  });

test("no sequence of tiers makes time appear or vanish, and no tier ends before the one above it", () => {
  fc.assert(
    fc.property(tiered, (events) => {
      let standings = foldMembership([]);
      for (const one of events) {
        const before = standings.map((standing) => leftOf(standing, one.at));
        standings = foldTiers(standings, one);
        const after = standings.map((standing) => leftOf(standing, one.at));
        const given = (one.seconds ?? 0) * 1000;
        for (const [index, left] of after.entries()) {
          const was = before[index]!;
          const above = after[index + 1] ?? 0;
          expect(left).toBeGreaterThanOrEqual(above);
          if (one.kind === "revoke") expect(left).toBe(0);
          else if (one.kind === "pause" || one.kind === "resume" || index >= one.tier) expect(left).toBe(was);
          else if (one.kind === "extend") expect(left).toBe(was + given);
          else if (one.kind === "grant") expect(left).toBe(Math.max(was, given));
          else expect(left).toBe(Math.max(above, was - given, 0));
        }
        const paused = standings.filter(({ pausedMs }) => pausedMs !== null).length;
        expect([0, standings.length]).toContain(paused);
      }
    }),
  );
});
