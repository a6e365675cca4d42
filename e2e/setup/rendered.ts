import type { Page } from "@playwright/test";

/**
 * Remembers elements as React has rendered them, which gives each of them another object of attributes at each render.
 * @returns how many of them have been rendered again since, or are no longer rendered by React
 */
export async function watchRendered(page: Page, selector: string): Promise<() => Promise<number>> {
  const replaced = () =>
    page.locator(selector).evaluateAll((found) => {
      const given = found.map((element) => {
        const key = Object.keys(element).find((name) => name.startsWith("__reactProps$"));
        return (element as never as Record<string, object>)[key!];
      });
      const { before = given } = window as { before?: typeof given };
      Object.assign(window, { before });
      return given.filter((props, index) => props === undefined || props !== before[index]).length;
    });
  if ((await page.locator(selector).count()) === 0) throw new Error(`there is no ${selector}`);
  const missing = await replaced();
  if (missing > 0) throw new Error(`${missing} of ${selector} are not rendered by React`);
  return replaced;
}
