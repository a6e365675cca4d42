import type { Page } from "@playwright/test";

export type Point = { x: number; y: number };

/** A finger on the screen, which Playwright can only tap with. */
export type Fingers = {
  down: (at: Point) => Promise<void>;
  move: (to: Point) => Promise<void>;
  up: () => Promise<void>;
};

export async function fingersOf(page: Page): Promise<Fingers> {
  const client = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: Point[]) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints });
  return {
    down: async (at) => void (await touch("touchStart", [at])),
    move: async (to) => void (await touch("touchMove", [to])),
    up: async () => void (await touch("touchEnd", [])),
  };
}

/** A finger that goes down somewhere, and up somewhere else. */
export async function swipe(page: Page, from: Point, to: Point): Promise<void> {
  const { down, move, up } = await fingersOf(page);
  await down(from);
  for (let step = 1; step <= 6; step++)
    await move({ x: from.x + ((to.x - from.x) * step) / 6, y: from.y + ((to.y - from.y) * step) / 6 });
  await up();
}
