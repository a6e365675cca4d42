import { describe, expect, it } from "vitest";
import { createGestures, sideOf, type Finger } from "./gestures.ts";
import { createHold, holdMs } from "./hold.ts";

const at = (x: number, y = 100): Finger => ({ x, y, width: 300, height: 200 });

/** Gestures with a fake clock, and a record of their effects. */
function hand({ from = 0.5 as number | null, plays = true } = {}) {
  const heard: string[] = [];
  let now = 0;
  let timers: { at: number; then: () => void }[] = [];
  const later = (ms: number, then: () => void) => {
    const timer = { at: now + ms, then };
    timers.push(timer);
    return () => void (timers = timers.filter((one) => one !== timer));
  };
  const hold = createHold({
    begin: () => (plays && heard.push("hold"), plays),
    end: () => void heard.push("let go"),
    later,
  });
  const gestures = createGestures(
    {
      tap: (again) => heard.push(again ? "tap" : "tap alone"),
      doubleTap: (side) => heard.push(`double ${side}`),
      beginDrag: () => from,
      drag: (side, value) => heard.push(`drag ${side} ${value.toFixed(2)}`),
      endDrag: () => heard.push("end"),
    },
    { now: () => now, later, hold },
  );
  const wait = (ms: number) => {
    now += ms;
    const due = timers.filter((timer) => timer.at <= now);
    timers = timers.filter((timer) => timer.at > now);
    for (const { then } of due) then();
  };
  const tap = (x: number) => {
    gestures.down(at(x));
    gestures.up(at(x));
  };
  return { heard, gestures, wait, tap };
}

describe("gestures", () => {
  it("know the thirds of the picture", () => {
    expect([50, 150, 250].map((x) => sideOf(at(x)))).toEqual(["left", "middle", "right"]);
  });

  it("take a tap for one when no second follows", () => {
    const { heard, tap, wait } = hand();
    tap(40);
    wait(300);
    expect(heard).toEqual(["tap", "tap alone"]);
  });

  it("take two taps on a side for a double tap, and each further one as well", () => {
    const { heard, tap, wait } = hand();
    tap(260);
    wait(150);
    tap(270);
    wait(500);
    tap(265);
    wait(1_000);
    expect(heard).toEqual(["tap", "double right", "double right"]);
  });

  it("take taps on different sides, or late ones, for single taps", () => {
    const { heard, tap, wait } = hand();
    tap(40);
    wait(100);
    tap(260);
    wait(400);
    tap(260);
    expect(heard).toEqual(["tap", "tap", "tap alone", "tap"]);
  });

  it("have no double tap in the middle", () => {
    const { heard, tap } = hand();
    tap(150);
    tap(150);
    expect(heard).toEqual(["tap", "tap"]);
  });

  it("follow a finger up and down, within nothing and all", () => {
    const { heard, gestures } = hand();
    gestures.down(at(250, 100));
    gestures.move(at(250, 68));
    gestures.move(at(250, -100));
    gestures.up(at(250, -100));
    expect(heard).toEqual(["drag right 0.70", "drag right 1.00", "end"]);
  });

  it("take a finger that stays for a held one, wherever it then goes, and for no tap", () => {
    const { heard, gestures, wait } = hand();
    gestures.down(at(150, 100));
    wait(holdMs);
    gestures.move(at(150, 10));
    gestures.up(at(150, 10));
    wait(1_000);
    expect(heard).toEqual(["hold", "let go"]);
  });

  it.each([
    ["a short tap", {}, holdMs - 1, ["tap"]],
    ["a long one where there is nothing to hold", { plays: false }, holdMs, ["tap"]],
  ])("hold nothing at %s", (_name, given, ms, expected) => {
    const { heard, gestures, wait } = hand(given);
    gestures.down(at(150));
    wait(ms);
    gestures.up(at(150));
    expect(heard).toEqual(expected);
  });

  it.each(["up", "cancel", "stop"] as const)("let go of what is held at %s, once", (how) => {
    const { heard, gestures, wait } = hand();
    gestures.down(at(150));
    wait(holdMs);
    gestures[how](at(150));
    gestures.stop();
    expect(heard).toEqual(["hold", "let go"]);
  });

  it("hold no finger that has begun to drag", () => {
    const { heard, gestures, wait } = hand({ from: null });
    gestures.down(at(150, 100));
    gestures.move(at(150, 60));
    wait(holdMs * 2);
    gestures.up(at(150, 60));
    expect(heard).toEqual([]);
  });

  it.each([
    ["across", () => hand(), 120, 100],
    ["where there is nothing to drag", () => hand({ from: null }), 40, 20],
  ])("leave a finger alone that goes %s", (_name, made, x, y) => {
    const { heard, gestures } = made();
    gestures.down(at(40, 100));
    gestures.move(at(x, y));
    gestures.up(at(x, y));
    expect(heard).toEqual([]);
  });
});
