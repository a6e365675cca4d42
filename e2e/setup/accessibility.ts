import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const source = readFile(
  createRequire(fileURLToPath(import.meta.resolve("@axe-core/playwright"))).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** The rules that a screen is checked against; by default axe checks all it has. */
const everything = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Violations that axe finds in a page, or a part of it, after its animations have ended.
 *
 * axe is sent once for each document, minified, runs in the page itself (no page of Matinee has a frame), and reports
 * violations alone. Its usual way, which sends a megabyte for each check and reports passes as well, takes four times as
 * long.
 * @returns a line each: the rule, and an element that breaks it
 */
export async function violationsOf(
  page: Page,
  { include, except, tags = everything }: { include?: string; except?: string; tags?: string[] | null } = {},
): Promise<string[]> {
  await comeToRest(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(await source);
  const axe = new AxeBuilder({ page, axeSource: "void 0" }).setLegacyMode().options({
    resultTypes: ["violations"],
    ...(tags && { runOnly: { type: "tag", values: tags } }),
  });
  if (include) axe.include(include);
  if (except) axe.exclude(except);
  const { violations } = await axe.analyze();
  const found: string[] = [];
  for (const { id, nodes } of violations)
    for (const { html, target } of nodes)
      if (id !== "target-size" || (await isSmall(page, String(target)))) found.push(`${id}: ${html}`);
  return found;
}

/**
 * Whether axe finds a target too small in the middle of the screen as well. Elsewhere a bar at the screen's edge may
 * cover a part of it.
 */
async function isSmall(page: Page, selector: string): Promise<boolean> {
  const target = page.locator(selector).first();
  await target.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
  const { violations } = await new AxeBuilder({ page, axeSource: "void 0" })
    .setLegacyMode()
    .include(selector)
    .withRules("target-size")
    .analyze();
  return violations.length > 0;
}

/** Waits for animations that end: a half transparent text has another contrast. */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
