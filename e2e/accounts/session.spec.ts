import type { Page, Request } from "@playwright/test";
import { beforeScripts, hold } from "../setup/hold.ts";
import { site } from "../setup/site.ts";
import { accounts, expect, signIn, test } from "../setup/test.ts";

const stored = (page: Page) => page.evaluate(() => localStorage.getItem("token"));
const cookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => /^matinee(-guest)?$/.test(name));
/** The guest's session is whole: start-up stores the token first, and the cookie arrives with the next answer. */
async function ready(page: Page): Promise<void> {
  await expect.poll(() => stored(page)).toMatch(/^[\w-]{43}$/);
  await expect.poll(async () => (await cookie(page))?.value === (await stored(page))).toBe(true);
}

/** A session opened over the API, as another device would have it. */
async function tokenOf(page: Page, account: { email: string; password: string }): Promise<string> {
  const identity = await (
    await page.request.post("/api/identity/sign-in", {
      data: { email: account.email, password: account.password },
    })
  ).json();
  const login = await (
    await page.request.post("/api/login/uid", { data: { uid: identity.d.uid, proof: identity.d.proof } })
  ).json();
  return login.d.token as string;
}

test("a first visit signs in anonymously: the token in local storage and the cookie are one session", async ({
  page,
}) => {
  await page.goto("/");
  await ready(page);
  const held = await cookie(page);
  expect(held).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  expect(held?.value).toBe(await stored(page));
  const token = await stored(page);
  await page.goto("/profile");
  await expect(page.getByText("Guest").first()).toBeVisible();
  expect(await stored(page)).toBe(token);
});

test("a stored token signs in, also where the cookie is gone", async ({ page }) => {
  const token = await tokenOf(page, accounts.user);
  await page.addInitScript((value) => localStorage.setItem("token", value), token);
  await page.goto("/profile");
  await expect(page.getByText("user@journey.test").first()).toBeVisible();
  expect((await cookie(page))?.value).toBe(token);
});

test.describe("an unknown token", () => {
  test.use({ allowedErrors: [/401/] });
  test("is removed, and opens no session", async ({ page }) => {
    await page.goto("/page/login");
    await ready(page);
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.setItem("token", "A".repeat(43)));
    const answer = page.waitForResponse("**/api/login/token");
    await page.goto("/");
    expect((await answer).status()).toBe(401);
    await expect.poll(() => stored(page)).toBeNull();
    expect(await cookie(page)).toBeUndefined();
  });
});

test.describe("a form sent before start-up is over", () => {
  test.use({ allowedErrors: [/422/] });
  test("keeps its answer on the screen when start-up ends", async ({ page }) => {
    const goOn = await hold(page, "**/api/identity/anonymous");
    const loaded: string[] = [];
    page.on(
      "request",
      (request) => request.method() === "GET" && loaded.push(new URL(request.url()).pathname),
    );
    await page.goto("/page/login");
    await signIn(page, { email: "user@journey.test", password: "not this one" });
    await expect(page.getByText("E-mail or password is wrong.")).toBeVisible();
    loaded.length = 0;
    goOn();
    await ready(page);
    await expect(page.getByText("E-mail or password is wrong.")).toBeVisible();
    await page.getByRole("link", { name: "Continue as a guest" }).click();
    await expect(page).toHaveURL("/");
    expect(loaded).not.toContain("/page/login.data");
  });

  test("keeps it too where the answer is there before the page was rendered again", async ({ page }) => {
    const goOn = await hold(page, "**/api/identity/anonymous");
    await page.goto("/page/login");
    await page.evaluate(renderLate);
    await signIn(page, { email: "user@journey.test", password: "not this one" });
    await expect(page.getByText("E-mail or password is wrong.")).toBeVisible();
    goOn();
    await expectKept(page);
  });

  test("keeps it too where the browser itself sent the form, before the scripts came", async ({ page }) => {
    const come = await beforeScripts(page, "/page/login");
    await signIn(page, { email: "user@journey.test", password: "not this one" });
    await expect(page.getByText("E-mail or password is wrong.")).toBeVisible();
    await come();
    await expectKept(page);
  });

  /** Start-up has ended, and the next page is the first to be loaded. */
  async function expectKept(page: Page): Promise<void> {
    await ready(page);
    const loaded = page.waitForRequest((request) => /[.]data$/.test(new URL(request.url()).pathname));
    await expect(page.getByText("E-mail or password is wrong.")).toBeVisible();
    await page.getByRole("link", { name: "Continue as a guest" }).click();
    expect(new URL((await loaded).url()).pathname).toBe("/_root.data");
  }
});

test("a form sent while start-up is still making a guest is that guest's", async ({ page }) => {
  const goOn = await hold(page, "**/api/identity/anonymous");
  await page.goto("/page/feedback");
  await page.locator("label.chip", { hasText: "Idea" }).click();
  await page.getByLabel("Your message").fill("Sent before there was a guest.");
  await page.getByRole("button", { name: "Send" }).click();
  goOn();
  await expect(page.getByText("Thank you. We’ve received your message.")).toBeVisible();
  await ready(page);
  await page.goto("/page/feedback");
  await expect(page.getByRole("link", { name: /Sent before there was a guest/ })).toBeVisible();
});

test("who signs in while start-up is still making a guest stays signed in when the guest is there", async ({
  page,
}) => {
  const goOn = await hold(page, "**/api/login/uid");
  await page.goto("/page/login?to=/profile");
  await signIn(page, accounts.user);
  await expect(page).toHaveURL("/profile");
  await expect(page.getByText("user@journey.test").first()).toBeVisible();
  const token = (await cookie(page))!.value;
  const adopted = page.waitForResponse(
    (answer) => answer.url().endsWith("/session") && /"adopt"/.test(answer.request().postData() ?? ""),
  );
  goOn();
  expect(await (await adopted).json()).toEqual({ token });
  await page.reload();
  await expect(page.getByText("user@journey.test").first()).toBeVisible();
  expect((await cookie(page))?.value).toBe(token);
  expect(await stored(page)).toBe(token);
});

test.describe("the answer that opens a session gets lost", () => {
  test.use({ allowedErrors: [/net::ERR_|Failed to fetch|401/] });
  test("at the start: the next page load makes a guest; the proof that was used opens nothing", async ({
    page,
  }) => {
    let lost: { uid: string; proof: string } | null = null;
    await page.route("**/api/login/uid", async (route) => {
      if (lost) return route.continue();
      lost = route.request().postDataJSON() as { uid: string; proof: string };
      await route.fetch();
      await route.abort();
    });
    await page.goto("/");
    await expect.poll(() => lost).not.toBeNull();
    const again = await page.request.post("/api/login/uid", { data: lost! });
    expect(again.status()).toBe(401);
    await page.reload();
    await ready(page);
    await page.goto("/profile");
    await expect(page.getByText("Guest").first()).toBeVisible();
  });

  test("of the form: sent once more it signs in", async ({ page }) => {
    await page.goto("/page/login?to=/profile");
    await ready(page);
    let dropped = false;
    await page.route(/\/page\/login/, async (route) => {
      if (dropped || route.request().method() !== "POST") return route.continue();
      dropped = true;
      await route.fetch();
      await route.abort();
    });
    await signIn(page, accounts.user);
    await expect.poll(() => dropped).toBe(true);
    await page.goto("/page/login?to=/profile");
    await signIn(page, accounts.user);
    await expect(page).toHaveURL("/profile");
    await expect(page.getByText("user@journey.test").first()).toBeVisible();
  });
});

test.describe("the network goes while start-up ends", () => {
  // The browser itself writes of each request that fails.
  test.use({ allowedErrors: [/net::ERR_|Failed to fetch/] });
  test("the film's page stays, and is loaded anew when the network is back", async ({ page, context }) => {
    let goOn = () => {};
    const held = new Promise<void>((done) => (goOn = done));
    for (const path of ["**/api/identity/anonymous", "**/api/login/uid", "**/session"]) {
      await page.route(path, async (route) => {
        const answer = await route.fetch();
        await held;
        await route.fulfill({ response: answer });
      });
    }
    await page.goto("/video/lanterns-over-lake-suwa");
    const title = page.getByRole("heading", { name: "Lanterns over Lake Suwa" });
    const loaded: string[] = [];
    page.on("response", (answer) => answer.url().includes(".data") && loaded.push(answer.url()));
    await context.setOffline(true);
    goOn();
    await expect.poll(() => stored(page)).toMatch(/^[\w-]{43}$/);
    await expect(title).toBeVisible();
    const anew = page.waitForResponse((answer) => answer.url().includes(".data"));
    await context.setOffline(false);
    expect((await anew).status()).toBe(200);
    await expect(title).toBeVisible();
    expect(loaded).toHaveLength(1);
  });
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("_token in the URL is exchanged and taken out of it", async ({ page }) => {
      const token = await tokenOf(page, accounts.user);
      await page.context().clearCookies();
      const hops: { status: number; headers: Record<string, string> }[] = [];
      page.on(
        "response",
        (response) =>
          response.url().includes("_token") &&
          hops.push({ status: response.status(), headers: response.headers() }),
      );
      await page.goto(`/profile?_token=${token}&from=mail`);
      await expect(page).toHaveURL("/profile?from=mail");
      expect(hops).toHaveLength(1);
      expect(hops[0]).toMatchObject({
        status: 303,
        headers: { "cache-control": "private, no-store", "referrer-policy": "no-referrer" },
      });
      await expect(page.getByText("user@journey.test").first()).toBeVisible();
    });

    test("a _token that opens nothing leaves the session that was there", async ({ page }) => {
      await page.goto("/page/login?to=/profile");
      await signIn(page, accounts.user);
      await expect(page).toHaveURL("/profile");
      await page.goto(`/profile?_token=${"A".repeat(43)}`);
      await expect(page).toHaveURL("/profile");
      await expect(page.getByText("user@journey.test").first()).toBeVisible();
    });

    test.describe("a wrong password", () => {
      test.use({ allowedErrors: [/422/] });
      test("keeps what was typed and says so", async ({ page }) => {
        await page.goto("/page/login");
        await signIn(page, { email: "user@journey.test", password: "not this one" });
        await expect(page.getByText("E-mail or password is wrong.")).toBeVisible();
        await expect(
          page
            .locator("form", { has: page.locator("input[autocomplete=current-password]") })
            .locator("input[type=email]"),
        ).toHaveValue("user@journey.test");
      });
    });

    test("signing out ends the session", async ({ page }) => {
      await page.goto("/page/login?to=/profile");
      await signIn(page, accounts.user);
      await expect(page).toHaveURL("/profile");
      const token = (await cookie(page))!.value;
      await page.getByRole("button", { name: "Sign out" }).click();
      await expect(page.getByText("user@journey.test")).toHaveCount(0);
      const answer = await (await page.request.post("/api/login/token", { data: { token } })).json();
      expect(answer.c).toBe(401);
    });

    test("a redirect after signing in stays on this site", async ({ page }) => {
      for (const to of ["//evil.test/", "https://evil.test", "/\\evil.test"]) {
        await page.goto(`/page/login?to=${encodeURIComponent(to)}`);
        await signIn(page, accounts.user);
        await page.waitForURL((url) => url.pathname !== "/page/login");
        expect(new URL(page.url()).hostname).toBe("127.0.0.1");
        await page.context().clearCookies();
        if (javaScriptEnabled) await page.evaluate(() => localStorage.clear());
      }
    });
  });
}

test("the parameter s is one stat event", async ({ page }) => {
  const events: Request[] = [];
  page.on("request", (request) => request.url().endsWith("/api/stat") && events.push(request));
  await page.goto("/?s=poster-7");
  await expect.poll(() => events.length).toBe(1);
  expect(events[0]!.postDataJSON()).toEqual({ action: "source", target: 0, remark: "poster-7" });
  expect(events[0]!.headers()).toMatchObject({
    accept: "application/json",
    "x-platform": "web",
    "accept-language": "en",
  });
  expect(events[0]!.headers().authorization).toMatch(/^Bearer [\w-]{43}$/);
  await page.waitForLoadState("networkidle");
  expect(events).toHaveLength(1);
});

test.describe("inside a native host", () => {
  test("without a uid: Initialization failed 2", async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(window, {
        MatineeHost: {
          login: async () => {},
          currentUser: async () => ({}),
          initialised: () => {},
          locale: async () => "de",
        },
      });
    });
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Initialization failed 2" })).toBeVisible();
    await expect(page.getByText("Reload")).toBeVisible();
    expect(await stored(page)).toBeNull();
  });

  test("with a uid and a proof: signed in, told so, and in the host's language", async ({ page }) => {
    const { d: identity } = await (await page.request.post("/api/identity/anonymous", { data: {} })).json();
    await page.addInitScript(
      (user) => {
        const calls: string[] = [];
        Object.assign(window, {
          hostCalls: calls,
          MatineeHost: {
            login: async () => void calls.push("login"),
            currentUser: async () => (calls.push("currentUser"), user),
            initialised: () => void calls.push("initialised"),
            locale: async () => "de",
          },
        });
      },
      { uid: identity.uid, proof: identity.proof },
    );
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await ready(page);
    expect(await page.evaluate(() => localStorage.getItem("locale"))).toBe("de");
  });
});

test.describe("with the backend away", () => {
  test.use({ baseURL: site.orphan, allowedErrors: [/503|500|Failed to load/] });
  test("Initialization failed 1, with a way to try again", async ({ page }) => {
    await page.goto("/page/login");
    await expect(page.getByRole("heading", { name: "Initialization failed 1" })).toBeVisible();
    await expect(page.getByText("Reload")).toBeVisible();
  });
});

test.describe("with the backend in another process", () => {
  test.use({ baseURL: site.remote });
  test("home, a film and signing in work as they do in one", async ({ page }) => {
    await page.goto("/");
    await page.locator("a[href^='/video/']").first().click();
    await expect(page.locator("h1").first()).toBeVisible();
    await page.goto("/page/login?to=/profile");
    await signIn(page, accounts.user);
    await expect(page.getByText("user@journey.test").first()).toBeVisible();
  });
});

/** Runs in the page: React, which is called back by messages to itself, renders half a second late, as on a slow processor. */
function renderLate(): void {
  const own = MessagePort.prototype.postMessage as (message: unknown) => void;
  MessagePort.prototype.postMessage = function (message: unknown) {
    setTimeout(() => own.call(this, message), 500);
  };
}
