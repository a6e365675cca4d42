import { demoMovies } from "../demo/catalogue/movies.ts";
import { violationsOf } from "./setup/accessibility.ts";
import { waitingMovie } from "./setup/seed.ts";
import { site } from "./setup/site.ts";
import { expect, phone, test } from "./setup/test.ts";

const film = demoMovies.find(({ access, kind }) => access === "free" && kind === "film")!;

test.describe("layout", () => {
  const frameWidth = () => document.querySelector(".frame")!.getBoundingClientRect().width;

  test("a desktop browser below 1280 px shows 480 px, centred, and the whole width from there on", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1000, height: 800 });
    await page.goto("/");
    expect(await page.evaluate(frameWidth)).toBe(480);
    const { left, right } = await page.evaluate(() => {
      const box = document.querySelector(".frame")!.getBoundingClientRect();
      return { left: box.left, right: document.documentElement.clientWidth - box.right };
    });
    expect(Math.abs(left - right)).toBeLessThanOrEqual(1);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await page.evaluate(frameWidth)).toBeGreaterThan(1300);
    await page.setViewportSize({ width: 820, height: 900 });
    expect(await page.evaluate(frameWidth)).toBe(480);
  });

  test("a wide screen has the links of the sections beside every page, and a narrow one below their own pages", async ({
    page,
  }) => {
    const tabs = page.getByRole("navigation", { name: "Main" });
    for (const path of ["/", "/page/search", "/page/login", "/page/membership"]) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(path);
      const beside = (await tabs.boundingBox())!;
      const content = (await page.locator("#content").boundingBox())!;
      expect(beside.x + beside.width).toBeLessThanOrEqual(content.x);
      await page.setViewportSize({ width: 400, height: 800 });
      await expect(tabs).toBeVisible({ visible: path === "/" });
    }
  });

  test.describe("on a phone or tablet", () => {
    test.use({ ...phone, viewport: { width: 820, height: 1100 } });
    test("the width is not constrained", async ({ page }) => {
      await page.goto("/");
      expect(await page.evaluate(frameWidth)).toBe(820);
    });
  });

  test.describe("at 360 × 640", () => {
    test.use(phone);
    test("the first screen shows six titles or more, and nothing scrolls sideways", async ({ page }) => {
      await page.goto("/");
      const titles = await page.evaluate(() => {
        const seen = new Set<string>();
        for (const link of document.querySelectorAll<HTMLAnchorElement>("a[href^='/video/']")) {
          const box = link.getBoundingClientRect();
          const width = Math.min(box.right, innerWidth) - Math.max(box.left, 0);
          const height = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0);
          if (width > box.width / 2 && height > box.height / 2)
            seen.add(new URL(link.href).pathname.split("/")[2]!);
        }
        return seen.size;
      });
      expect(titles).toBeGreaterThanOrEqual(6);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    });

    test("what is touched is at least 44 px high and wide", async ({ page }) => {
      for (const path of ["/", `/video/${film.id}`, "/page/login"]) {
        await page.goto(path);
        const small = await page.evaluate(() =>
          [...document.querySelectorAll("a, button, input:not([type=hidden]), summary")].flatMap(
            (element) => {
              const { width, height } = element.getBoundingClientRect();
              const shown = element.checkVisibility() && width > 1 && height > 1;
              const inline = element.closest("p") !== null;
              return shown && !inline && (width < 43.5 || height < 43.5)
                ? [`${element.tagName} ${element.className} ${width}×${height}`]
                : [];
            },
          ),
        );
        expect(small, path).toEqual([]);
      }
    });
  });
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`the featured titles, scripts ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled });

    test("are moved by a mouse, and from the last one to the first", async ({ page }) => {
      await page.goto("/");
      const slides = page.locator(".hero-slide");
      const last = slides.last();
      await slides.first().getByRole("link", { name: "Show previous of Featured titles" }).click();
      await expect(last.getByRole("link", { name: /^Play/ })).toBeInViewport({ ratio: 1 });
      if (javaScriptEnabled) await expect(page).toHaveURL("/");
      await last.getByRole("link", { name: "Show more of Featured titles" }).click();
      await expect(slides.first().getByRole("link", { name: /^Play/ })).toBeInViewport({ ratio: 1 });
    });
  });
}

test.describe("a phone held sideways", () => {
  test.use({ ...phone, viewport: { width: 640, height: 360 } });

  test("shows how to play the featured title", async ({ page }) => {
    await page.goto("/");
    const play = (await page.locator(".hero .button").first().boundingBox())!;
    const tabs = (await page.getByRole("navigation", { name: "Main" }).boundingBox())!;
    expect(play.y + play.height).toBeLessThanOrEqual(tabs.y);
  });
});

test.describe("errors", () => {
  test.use({ allowedErrors: [/404/] });
  test("an unknown address is 404, with the error screen", async ({ page }) => {
    for (const path of [
      "/nowhere",
      "/video/no-such-film",
      `/video/${film.id}/99`,
      `/video/${film.id}/0`,
      "/video/%00",
      "/page",
      "/z/nothing",
    ]) {
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(404);
      await expect(page.getByRole("heading", { name: "Oops! Something went wrong." })).toBeVisible();
      await expect(page.getByText("Page not found")).toBeVisible();
      await expect(page.getByText("Reload")).toBeVisible();
    }
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });
    test("Reload is a link to the same page", async ({ page }) => {
      await page.goto("/video/no-such-film");
      await page.getByText("Reload").click();
      await expect(page).toHaveURL("/video/no-such-film");
      await expect(page.getByRole("heading", { name: "Oops! Something went wrong." })).toBeVisible();
    });
  });
});

test("a failing page shows no stack trace and no path of the server", async ({ page }) => {
  const response = await page.request.get(`${site.orphan}/video/${film.id}`);
  const text = await response.text();
  expect(text).not.toMatch(/\bat .+\.(ts|js):\d+/);
  expect(text).not.toContain("node_modules");
  expect(text).not.toContain("ECONNREFUSED");
});

test("a title that is still being made says so", async ({ page }) => {
  await page.goto(`/video/${waitingMovie.id}`);
  await expect(page.getByRole("heading", { name: "We are preparing this film" })).toBeVisible();
  await expect(page.locator("video")).toHaveCount(0);
});

for (const locale of ["en", "ar"]) {
  test(`in ${locale}: language and direction at first paint, no accessibility violation, only this language travels`, async ({
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: "locale", value: locale, url: baseURL! }]);
    const packs = new Set<string>();
    page.on(
      "response",
      (response) => /\/common-[\w-]+\.json$/.test(response.url()) && packs.add(response.url()),
    );
    for (const path of ["/", `/video/${film.id}`, "/page/login"]) {
      const html = await (await page.request.get(path)).text();
      expect(html).toContain(`lang="${locale}" dir="${locale === "ar" ? "rtl" : "ltr"}"`);
      await page.goto(path, { waitUntil: "networkidle" });
      expect(await violationsOf(page), path).toEqual([]);
    }
    expect(packs.size).toBe(1);
  });
}

test.describe("a tablet that calls itself a Macintosh", () => {
  test.use({
    viewport: { width: 820, height: 1180 },
    userAgent:
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
  });

  test("has the tablet's layout from the first paint on, and on each further page", async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "maxTouchPoints", { value: 5 });
      // The style sheets have not been read yet when the body begins.
      new MutationObserver((_changes, observer) => {
        if (!document.body) return;
        observer.disconnect();
        sessionStorage.setItem("device", document.documentElement.dataset.device!);
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto("/");
    expect(await page.evaluate(() => sessionStorage.getItem("device"))).toBe("mobile");
    await expect(page.locator("html")).toHaveAttribute("data-device", "mobile");
    expect((await page.locator(".frame").boundingBox())!.width).toBe(820);
    expect(await (await page.request.get("/page/about")).text()).toContain('data-device="mobile"');
  });

  test("a Macintosh without touch stays a desktop", async ({ page }) => {
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("data-device", "desktop");
    expect((await page.locator(".frame").boundingBox())!.width).toBe(480);
  });
});
