import { enter } from "./setup/admin.ts";
import { richMovie } from "./setup/seed.ts";
import { test } from "./setup/test.ts";

for (const width of [360, 820, 1440])
  for (const lang of ["en", "ar", "de"])
    test(`look ${width} ${lang}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await enter(page, `/z/page/movie/detail/${richMovie.id}?episode=1`);
      await page.context().addCookies([{ name: "locale", value: lang, url: page.url() }]);
      await page.reload();
      await page.locator("#sounds").screenshot({ path: `/tmp/cod/look-${width}-${lang}.png` });
    });
