import { demoMovies } from "../../demo/catalogue/movies.ts";
import { watchShifts } from "../setup/layout-shift.ts";
import { site } from "../setup/site.ts";
import { expect, phone, test } from "../setup/test.ts";

const film = demoMovies.find(({ access, kind }) => access === "free" && kind === "film")!;

/** The pages that a visitor without an account sees, and the language in which they are read. */
const pages: [name: string, path: string, locale?: string][] = [
  ["home", "/"],
  ["search", "/page/search"],
  ["a title", `/video/${film.id}`],
  ["membership", "/page/membership"],
  ["login", "/page/login"],
  ["diagnostics", "/test"],
  ["language", "/page/language"],
  ["about", "/page/about"],
  ["feedback", "/page/feedback"],
  ["German terms", "/page/text?key=terms", "de"],
];

for (const { name, options } of [
  { name: "360 px", options: { ...phone, viewport: { width: 360, height: 640 } } },
  { name: "1440 px", options: { viewport: { width: 1440, height: 900 } } },
]) {
  test.describe(`at ${name}`, () => {
    test.use(options);

    test("the sign of a badge is at its place before the text has come", async ({ page }) => {
      await page.goto("/");
      const places = await page.locator(".badge-vip").evaluateAll((badges) =>
        badges.slice(0, 3).map((badge) => {
          const place = () => Math.round(badge.querySelector("svg")!.getBoundingClientRect().y);
          const whole = place();
          badge.lastChild!.remove();
          return [whole, place()];
        }),
      );
      expect(places.length).toBeGreaterThan(0);
      for (const [whole, begun] of places) expect(begun).toBe(whole);
    });

    test("nothing shifts while a page loads", async ({ page, context }) => {
      test.setTimeout(180_000);
      const browser = await context.newCDPSession(page);
      const shifts = await watchShifts(page);
      for (const [name, path, locale = "en"] of pages) {
        // Each page is loaded as by a first visit.
        await browser.send("Network.clearBrowserCache");
        await context.addCookies([{ name: "locale", value: locale, url: site.url }]);
        await page.goto(path, { waitUntil: "networkidle" });
        await expect(page.locator("html")).toHaveAttribute("lang", locale);
        // Two frames later, what has been loaded is laid out.
        await page.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
        );
        expect(await shifts(), name).toEqual([]);
        await page.evaluate(() => localStorage.clear());
        await context.clearCookies();
      }
    });
  });
}
