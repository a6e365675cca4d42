import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const source = readFile(
  createRequire(fileURLToPath(import.meta.resolve("@axe-core/playwright"))).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** What a screen of ours is held against; without them it is all axe knows. */
const everything = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * What axe has against a page, or a part of it, once what moves has come to rest.
 *
 * Told as it is by default it takes four times as long: it is a megabyte that is sent for each look, describes everything
 * that is right as well, and finishes in a page it opens for that. So it is sent once a document, in its short form, runs
 * in the page (none of ours has a frame), and describes what is wrong alone.
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
 * Whether axe finds a target too small in the middle of the screen as well: where the page came to rest, a bar that
 * stays at the screen's edge may cover a part of it.
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

/** Waits for what moves and comes to an end by itself: half transparent, a text has another contrast. */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
