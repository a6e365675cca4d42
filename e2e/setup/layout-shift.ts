import type { Page } from "@playwright/test";

/**
 * Notes each layout shift that no input caused, from the beginning of every document that is loaded from now on.
 * @returns reads what was noted in the present document: a line for each, with its value and what moved
 */
export async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(noteShifts);
  return () => page.evaluate(() => (window as never as { shifts: string[] }).shifts);
}

/** Sent into the page as text: it uses nothing from outside. */
function noteShifts(): void {
  const shifts: string[] = [];
  Object.assign(window, { shifts });
  type Shift = PerformanceEntry & {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  };
  const write = ({ y, height }: DOMRect) => `${Math.round(y)}+${Math.round(height)}`;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue;
      const moved = sources.map(
        ({ node, previousRect, currentRect }) =>
          `${(node as Element | null)?.nodeName} ${(node as Element | null)?.className}: ${write(previousRect)} to ${write(currentRect)}`,
      );
      shifts.push(`${value.toFixed(4)} ${moved.join(", ")}`);
    }
  }).observe({ type: "layout-shift", buffered: true });
}
