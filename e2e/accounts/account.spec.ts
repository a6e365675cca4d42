import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { locales } from "../../contract/locales.ts";
import { latestMailTo } from "../../tests/setup/mail-catcher.ts";
import { joinBy, mailedCode, provenAddress } from "../setup/sign-up.ts";
import { site } from "../setup/site.ts";
import { expect, signIn, test } from "../setup/test.ts";

const password = "journey-password";
const { mails } = site;

/** A name used once, because journeys leave accounts behind. */
const newEmail = () => `${crypto.randomUUID().slice(0, 13)}@journey.test`;
const url = (page: Page) => new URL(page.url());

async function call(page: Page, name: string, data: object, headers: Record<string, string> = {}) {
  return (await page.request.post(`/api/${name}`, { data, headers })).json();
}

/** An account, made over the API, with one session that is another device's. */
async function makeAccount(page: Page): Promise<{ email: string; password: string; token: string }> {
  const email = newEmail();
  const proven = await provenAddress(page.request, email);
  const { d: identity } = await call(page, "identity/sign-up", { email, password, name: "Mia", ...proven });
  const elsewhere = {
    "User-Agent":
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1",
  };
  const { d } = await call(page, "login/uid", { uid: identity.uid, proof: identity.proof }, elsewhere);
  return { email, password, token: d.token };
}

async function signedIn(page: Page) {
  const account = await makeAccount(page);
  await page.goto("/page/login?to=/profile");
  await signIn(page, account);
  await expect(page).toHaveURL("/profile");
  return account;
}

/** The link of the mail that comes after the one with the code of the sign-up. */
async function resetLinkTo(email: string): Promise<string> {
  let link: string | undefined;
  const read = async () =>
    (link = /http:\/\/\S+mode=reset&code=\S+/.exec((await latestMailTo(mails, email))?.text ?? "")?.[0]);
  await expect.poll(read).toBeTruthy();
  return link!;
}

const submitOf = (page: Page, intent: string) =>
  page
    .locator("form", { has: page.locator(`input[name=intent][value=${intent}]`) })
    .locator("button[type=submit]");

for (const javaScriptEnabled of [true, false]) {
  // What a language changes does not depend on scripts.
  for (const locale of [javaScriptEnabled ? "en" : "ar"]) {
    test.describe(`${javaScriptEnabled ? "with" : "without"} JavaScript, in ${locale}`, () => {
      test.use({ javaScriptEnabled, allowedErrors: [/422/] });
      test.beforeEach(async ({ page, baseURL }) => {
        if (locale !== "en")
          await page.context().addCookies([{ name: "locale", value: locale, url: baseURL! }]);
      });

      test("a guest with a list joins: the list is the account's", async ({ page }) => {
        await page.goto("/");
        const film = (await page.locator("a[href^='/video/']").first().getAttribute("href"))!;
        await page.goto(film);
        // The button shows what it was told before the answer is there; to leave earlier would stop it.
        const kept = page.waitForResponse(
          (answer) =>
            answer.request().method() === "POST" &&
            ["/api/favourite/add", film].includes(new URL(answer.url()).pathname),
        );
        await page.locator("button[value=favourite-add]").click();
        await kept;
        await expect(page.locator("button[value=favourite-remove]")).toBeVisible();
        await page.goto("/page/login?mode=sign-up&to=/my-list");
        const email = newEmail();
        await joinBy(page, { email, password });
        await expect(page).toHaveURL("/my-list");
        await expect(page.locator(`main a[href^="${film}"]`).first()).toBeVisible();
        await page.goto("/profile");
        await expect(page.getByText(email).first()).toBeVisible();
      });

      test("a forgotten password: a mail, a link that leaves no trace, a new password", async ({ page }) => {
        const { email, token } = await makeAccount(page);
        await page.goto("/page/login");
        await page.locator("input[name=email]").fill(email);
        await page.locator("a[href$='mode=forgot']").click();
        // Both forms have such a field: not before this one stands there.
        await expect(submitOf(page, "forgot")).toBeVisible();
        if (javaScriptEnabled) await expect(page.locator("input[name=email]")).toHaveValue(email);
        else await page.locator("input[name=email]").fill(email);
        await submitOf(page, "forgot").click();
        await expect(page.locator("p[role=status]")).toBeVisible();
        expect(url(page).search).not.toContain("@");
        const link = await resetLinkTo(email);
        await page.goto(link);
        await expect(page).toHaveURL("/page/login?mode=reset");
        await page.locator("input[name=password]").fill("a new password");
        await submitOf(page, "reset").click();
        await expect(page).toHaveURL("/page/login?done=reset");
        expect((await call(page, "login/token", { token })).c).toBe(401);
        await signIn(page, { email, password: "a new password" });
        await expect(page).toHaveURL("/");
        // Used once, it is good for nothing.
        await page.goto(link);
        await page.locator("input[name=password]").fill("another password");
        await submitOf(page, "reset").click();
        await expect(page.locator("a[href$='mode=forgot']")).toBeVisible();
      });
    });
  }

  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled, allowedErrors: [/422/] });

    test("an address that has an account: the page says the same, and the mail says so", async ({ page }) => {
      const { email } = await makeAccount(page);
      const told = async (address: string) => {
        await page.goto("/page/login?mode=sign-up&to=/profile");
        await page.locator("input[name=name]").fill("Mia");
        await page.locator("input[name=email]").fill(address);
        await submitOf(page, "sign-up-code").click();
        await expect(page).toHaveURL("/page/login?mode=code&to=%2Fprofile");
        await expect(page.locator("input[name=code]")).toBeVisible();
        return (await page.locator("main").innerText()).replaceAll(address, "…");
      };
      expect(await told(email)).toBe(await told(newEmail()));
      await expect
        .poll(async () => (await latestMailTo(mails, email))?.headers)
        .toContain("You already have a Matinee account");
    });

    test("a code that is wrong is said beside it; the right one goes on", async ({ page }) => {
      const email = newEmail();
      await page.goto("/page/login?mode=sign-up&to=/profile");
      await page.locator("input[name=name]").fill("Mia Wallace");
      await page.locator("input[name=email]").fill(email);
      await submitOf(page, "sign-up-code").click();
      const code = await mailedCode(email);
      await page.locator("input[name=code]").fill(code === "123456" ? "654321" : "123456");
      await page.locator("input[name=password]").fill(password);
      await submitOf(page, "sign-up").click();
      await expect(page.getByText("Incorrect.")).toBeVisible();
      await page.locator("input[name=code]").fill(`${code.slice(0, 3)} ${code.slice(3)}`);
      await page.locator("input[name=password]").fill(password);
      await submitOf(page, "sign-up").click();
      await expect(page).toHaveURL("/profile");
      await expect(page.getByText("Mia Wallace").first()).toBeVisible();
      // What it waited for is done: nothing waits any more.
      await page.goto("/page/login?mode=code");
      await expect(page.getByRole("link", { name: "Start again" })).toBeVisible();
    });

    test("devices: named, this one marked, another one signed out", async ({ page }) => {
      const { token } = await signedIn(page);
      await page.locator("a[href='/profile?view=devices']").click();
      await expect(page.getByText("This device")).toHaveCount(1);
      const phone = page.getByRole("listitem").filter({ hasText: "Safari on iOS" });
      await phone.getByRole("button", { name: "Sign out Safari on iOS" }).click();
      await expect(phone).toHaveCount(0);
      await expect(page.getByText("This device")).toHaveCount(1);
      expect((await call(page, "login/token", { token })).c).toBe(401);
    });

    test("name, picture, password and data saver", async ({ page }) => {
      const { email } = await signedIn(page);
      await page.locator("a[href='/profile?view=edit']").click();
      await page.locator("input[name=name]").fill("Mia Wallace");
      await submitOf(page, "name").click();
      await expect(page.getByRole("status").filter({ hasText: "Saved" })).toBeVisible();
      const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#c2183c" } })
        .png()
        .toBuffer();
      await page
        .locator("input[name=picture]")
        .setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") });
      await submitOf(page, "picture").click();
      await expect(page.getByText("Not in a valid format.")).toBeVisible();
      await expect(page.locator("input[name=name]")).toHaveValue("Mia Wallace");
      await page
        .locator("input[name=picture]")
        .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: picture });
      await submitOf(page, "picture").click();
      await expect(submitOf(page, "picture-remove")).toBeVisible();
      await page.goto("/profile");
      await expect(page.getByText("Mia Wallace")).toBeVisible();
      const src = await page.locator("main img").getAttribute("src");
      expect((await page.request.get(src!)).headers()["content-type"]).toBe("image/webp");

      await page.getByRole("switch", { name: /Data saver/ }).click();
      await expect(page.getByRole("switch", { name: /Data saver/ })).toBeChecked();

      await page.goto("/profile?view=password");
      await page.locator("input[name=current]").fill("not this one");
      await page.locator("input[name=password]").fill("a new password");
      await submitOf(page, "password").click();
      await expect(page.getByText("Incorrect.")).toBeVisible();
      await page.locator("input[name=current]").fill(password);
      await page.locator("input[name=password]").fill("a new password");
      await submitOf(page, "password").click();
      await expect(page.getByText("Other devices were signed out.")).toBeVisible();
      expect((await call(page, "identity/sign-in", { email, password: "a new password" })).c).toBe(0);
    });

    test("export, then delete: nothing is left to sign in to", async ({ page }) => {
      const account = await signedIn(page);
      const download = page.waitForEvent("download");
      await page.locator("a[href='/profile/export']").click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(/^matinee-\d{4}-\d\d-\d\d\.json$/);
      const data = JSON.parse(await readFile(await file.path(), "utf8"));
      expect(data.account).toMatchObject([{ email: account.email }]);
      expect(data.devices).toHaveLength(2);

      await page.locator("a[href='/profile?view=delete']").click();
      await submitOf(page, "delete").click();
      await expect(page).toHaveURL("/page/login?done=deleted");
      await expect(page.getByText("Your account has been deleted.")).toBeVisible();
      await signIn(page, account);
      await expect(page.getByText("E-mail or password is wrong.")).toBeVisible();
    });
  });
}

test.describe("too many guesses", () => {
  test.use({ allowedErrors: [/422|429/] });
  test("are said beside the form, and nothing typed is lost", async ({ page }) => {
    const { email } = await makeAccount(page);
    for (let n = 0; n < 10; n++) await call(page, "identity/sign-in", { email, password: "wrong" });
    await page.goto("/page/login");
    const answer = page.waitForResponse((response) => response.status() === 429);
    await signIn(page, { email, password });
    await expect(page.getByText("Too many attempts. Please wait a moment.")).toBeVisible();
    await expect(page.locator("input[name=email]")).toHaveValue(email);
    expect(Number((await answer).headers()["retry-after"])).toBeGreaterThan(0);
    // The same of a form that is sent without scripts.
    const form = { intent: "sign-in", email, password };
    const document = await page.request.post("/page/login", { form });
    expect(document.status()).toBe(429);
    expect(Number(document.headers()["retry-after"])).toBeGreaterThan(0);
  });
});

test.describe("a visitor without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("takes the data saver along when joining", async ({ page }) => {
    await page.goto("/profile");
    await page.getByRole("switch", { name: /Data saver/ }).click();
    await expect(page.getByRole("switch", { name: /Data saver/ })).toBeChecked();
    await page.goto("/page/login?mode=sign-up&to=/profile");
    const email = newEmail();
    await joinBy(page, { email, password });
    await expect(page.getByText(email).first()).toBeVisible();
    const { d: identity } = await call(page, "identity/sign-in", { email, password });
    const { d } = await call(page, "login/uid", { uid: identity.uid, proof: identity.proof });
    expect(d.info.data_saver).toBe(true);
  });
});

test("the data saver: nothing of a film is fetched before it is played", async ({ page }) => {
  await page.goto("/profile");
  await page.getByRole("switch", { name: /Data saver/ }).click();
  await expect(page.getByRole("switch", { name: /Data saver/ })).toBeChecked();
  const segments: string[] = [];
  page.on("request", (request) => /\.m4s|\.mp4/.test(request.url()) && segments.push(request.url()));
  await page.goto("/");
  const film = await page.locator("a[href^='/video/']").first().getAttribute("href");
  await page.goto(film!);
  await page.waitForLoadState("networkidle");
  expect(segments).toEqual([]);
});

test.describe("on a phone", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 640 } });
  test("every language has its sign-in, forgotten-password and profile pages, none wider than a phone", async ({
    page,
    baseURL,
  }) => {
    for (const locale of locales) {
      await page.context().addCookies([{ name: "locale", value: locale, url: baseURL! }]);
      for (const path of ["/page/login?mode=forgot", "/page/login?mode=code", "/profile"]) {
        await page.goto(path);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `${locale} ${path}`).toBe(
          360,
        );
      }
    }
  });
});
