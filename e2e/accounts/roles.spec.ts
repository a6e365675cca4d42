import type { Page } from "@playwright/test";
import { enterAs } from "../setup/admin.ts";
import { demoMovies } from "../../demo/catalogue/movies.ts";
import { accounts, expect, phone, test, videoOf } from "../setup/test.ts";

const film = demoMovies.find(({ kind, access }) => kind === "film" && access === "free")!;
const vip = demoMovies.find(({ kind, access }) => kind === "film" && access === "vip")!;

/** Every screen of the user area, as a person reaches it. */
const screens = [
  "/",
  "/my-list",
  "/my-list/history",
  "/profile",
  "/page/search",
  "/page/search?q=sea",
  "/page/language",
  "/page/about",
  "/page/membership",
  "/page/feedback",
  "/page/text?key=terms",
  "/page/text?key=privacy",
  `/video/${film.id}`,
];

type Role = { name: string; enter: (page: Page) => Promise<void>; opens: boolean; email: string | null };

const member = (account: { email: string; password: string }) => async (page: Page) => {
  await enterAs(page, account);
};

/** The kinds of user. Without scripts a visit makes no guest, so visitor and guest differ only with them. */
const roles = (scripted: boolean): Role[] => [
  scripted
    ? {
        name: "a guest",
        email: null,
        opens: false,
        async enter(page) {
          await page.goto("/profile");
          await expect.poll(() => page.evaluate(() => localStorage.getItem("token"))).not.toBeNull();
        },
      }
    : { name: "a visitor", email: null, opens: false, enter: async () => {} },
  { name: "a member", email: accounts.user.email, opens: false, enter: member(accounts.user) },
  { name: "a VIP", email: accounts.vip.email, opens: true, enter: member(accounts.vip) },
  { name: "an admin", email: accounts.admin.email, opens: true, enter: member(accounts.admin) },
];

/** Each role once; what changes without scripts, and in Arabic, does not depend on the role. */
const visits = [
  { locale: "en", javaScriptEnabled: true, names: ["a guest", "a member"] },
  { locale: "en", javaScriptEnabled: false, names: ["a visitor", "a VIP"] },
  { locale: "ar", javaScriptEnabled: true, names: ["an admin"] },
];

for (const { locale, javaScriptEnabled, names } of visits) {
  test.describe(`in ${locale}, ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ ...phone, javaScriptEnabled });
    for (const { name, enter, opens, email } of roles(javaScriptEnabled)) {
      if (!names.includes(name)) continue;
      test(`${name} sees every screen of the user area, and what is theirs`, async ({
        page,
        context,
        baseURL,
      }) => {
        await context.addCookies([{ name: "locale", value: locale, url: baseURL! }]);
        await enter(page);
        for (const path of screens) {
          const answer = await page.goto(path);
          expect(`${path} ${answer?.status()}`).toBe(`${path} 200`);
          await expect(page.locator("html")).toHaveAttribute("dir", locale === "ar" ? "rtl" : "ltr");
          await expect(page.locator("main")).toBeVisible();
          const width = await page.locator("html").evaluate((html) => html.scrollWidth);
          expect(`${path} ${width}`).toBe(`${path} 360`);
        }
        await page.goto("/profile");
        if (email) await expect(page.getByText(email).first()).toBeVisible();
        else await expect(page.locator("main a[href^='/page/login']").first()).toBeVisible();
        await page.goto(`/video/${vip.id}`);
        await expect(videoOf(page)).toHaveCount(opens ? 1 : 0);
      });
    }
  });
}
