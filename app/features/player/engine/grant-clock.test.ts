import { expect, test } from "vitest";
import { createGrantClock } from "./grant-clock.ts";

const hourMs = 3_600_000;
/** A grant of an hour, of which the last two minutes are not used. */
const grant = { now: "2026-11-21T10:00:00.000Z", expiresAt: "2026-11-21T11:00:00.000Z" };
const useMs = hourMs - 120_000;

test.each([
  ["just answered", 0, 0, useMs],
  ["a quarter of an hour later", hourMs / 4, hourMs / 4, useMs - hourMs / 4],
  ["at its end", hourMs, hourMs, 0],
  ["after sleep, which the steady clock has missed", 1_000, 2 * hourMs, 0],
  ["with the device's clock set back", hourMs / 2, -5 * hourMs, useMs - hourMs / 2],
])("%s", (_name, steadyMs, wallMs, left) => {
  // The device's clock is years wrong, without any effect.
  const wallBegan = Date.parse("1999-01-01");
  let at = { steady: 5_000, wall: wallBegan };
  const clock = createGrantClock(grant, { steady: () => at.steady, wall: () => at.wall });
  at = { steady: 5_000 + steadyMs, wall: wallBegan + wallMs };
  expect(clock.leftMs()).toBe(left);
});
