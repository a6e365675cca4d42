import { enterAs } from "../setup/admin.ts";
import { collisions, cutOff, doubleText } from "../setup/large-text.ts";
import { markedSeries } from "../setup/seed.ts";
import { accounts, expect, phone, test } from "../setup/test.ts";

const title = `/video/${markedSeries.id}/4`;
const open = ["/", "/page/search", "/page/search?q=a", "/page/login", "/page/login?mode=sign-up"];
const own = ["/profile", "/profile?view=edit", "/page/membership", title];

for (const [width, locale] of [
  [320, "en"],
  [320, "de"],
  [360, "ar"],
] as const)
  test.describe(`text twice as large, ${width} pixels wide, in ${locale}`, () => {
    test.use({ ...phone, viewport: { width, height: 640 } });

    test("nothing is cut off, wider than the screen, or on top of something else", async ({
      page,
      baseURL,
    }) => {
      await page.context().addCookies([{ name: "locale", value: locale, url: baseURL! }]);
      const look = async (path: string) => {
        await page.goto(path);
        await doubleText(page);
        expect(await cutOff(page), path).toEqual([]);
      };
      for (const path of open) await look(path);
      await enterAs(page, accounts.user);
      await page.goto("/profile");
      await expect(page).toHaveURL("/profile");
      for (const path of own) await look(path);
      await expect(page.locator(".control-play")).toBeVisible();
      expect(await collisions(page)).toEqual([]);
    });
  });
