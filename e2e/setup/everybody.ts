import type { Page } from "@playwright/test";
import { violationsOf } from "./accessibility.ts";
import { expect } from "./test.ts";

/** Smallest side of a touch target in CSS pixels, less a rounding error. */
const fingertip = 43.5;

type Expected = {
  /** Touch targets; links within a sentence are as high as its line (WCAG 2.5.8). */
  touched: string;
  /** Targets with tests of their own. */
  except?: string;
};

/**
 * Checks a screen on the narrowest phone: no accessibility violation, no target too small to touch, nothing wider than
 * the screen.
 * @param what names the screen in a failure
 */
export async function expectForEverybody(
  page: Page,
  what: string,
  { touched, except }: Expected,
): Promise<void> {
  expect(await violationsOf(page, { except }), what).toEqual([]);
  const small = await page.evaluate(
    ({ touched, except, fingertip }) =>
      [...document.querySelectorAll(touched)].flatMap((element) => {
        if (element.matches("p a, .text-body li a") || (except && element.closest(except))) return [];
        const { width, height } = element.getBoundingClientRect();
        const shown = element.checkVisibility() && width > 1 && height > 1;
        return shown && (width < fingertip || height < fingertip)
          ? [`${element.tagName} ${element.className} ${width}×${height}`]
          : [];
      }),
    { touched, except, fingertip },
  );
  expect(small, what).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide, what).toBeLessThanOrEqual(page.viewportSize()!.width);
}
