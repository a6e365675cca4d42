import fc from "fast-check";
import { expect, test } from "vitest";
import { foldEvent, foldMembership, type FoldedEvent } from "./fold.ts";

const day = 86_400;
const at = (days: number) => new Date(Date.UTC(2026, 0, 1) + days * day * 1000);
const event = (kind: FoldedEvent["kind"], on: number, more: Partial<FoldedEvent> = {}): FoldedEvent => ({
  kind,
  at: at(on),
  seconds: null,
  until: null,
  ...more,
});

test("extensions stack on what is left, and begin anew where nothing is", () => {
  const month = { seconds: 30 * day };
  expect(foldMembership([])).toBeNull();
  expect(foldMembership([event("extend", 0, month)])).toEqual(at(30));
  expect(foldMembership([event("extend", 0, month), event("extend", 10, month)])).toEqual(at(60));
  expect(foldMembership([event("extend", 0, month), event("extend", 40, month)])).toEqual(at(70));
});

test("a grant reaches at least its end and takes nothing; a revocation ends what is left", () => {
  expect(foldMembership([event("grant", 0, { until: at(9) })])).toEqual(at(9));
  expect(foldMembership([event("grant", 0, { until: at(9) }), event("grant", 1, { until: at(5) })])).toEqual(
    at(9),
  );
  expect(foldMembership([event("grant", 0, { until: at(9) }), event("revoke", 3)])).toEqual(at(3));
  expect(foldMembership([event("grant", 0, { until: at(2) }), event("revoke", 3)])).toEqual(at(2));
  expect(foldMembership([event("revoke", 3)])).toBeNull();
});

const kinds = fc.constantFrom<FoldedEvent["kind"]>("grant", "extend", "shorten", "revoke");
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

test("no sequence makes time appear: what is left never exceeds what was given", () => {
  fc.assert(
    fc.property(ledger, (events) => {
      let until: Date | null = null;
      for (const one of events) {
        const leftBefore: number = Math.max(0, (until?.getTime() ?? 0) - one.at.getTime());
        until = foldEvent(until, one);
        const left = Math.max(0, (until?.getTime() ?? 0) - one.at.getTime());
        const given = (one.seconds ?? 0) * 1000;
        if (one.kind === "extend") expect(left).toBe(leftBefore + given);
        if (one.kind === "grant") expect(left).toBe(Math.max(leftBefore, given));
        if (one.kind === "shorten") expect(left).toBe(Math.max(0, leftBefore - given));
        if (one.kind === "revoke") expect(left).toBe(0);
      }
      expect(foldMembership(events)).toEqual(until);
    }),
  );
});
