import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { UnsecuredJWT } from "jose";
import { site } from "../../e2e/setup/site.ts";
import { expect, test } from "../../e2e/setup/test.ts";
import { project } from "./emulator.ts";
import {
  accounts,
  ask,
  changeAccount,
  chooseAccount,
  chooseAccountAndReturn,
  mailedCode,
  signInWithGoogle,
  standInForAnalytics,
  standInForGoogle,
} from "./google.ts";

const password = "correct horse";
/** An unused address. */
const address = () => `person-${randomUUID()}@example.test`;
const account = async (uid: string) => (await accounts()).find(({ localId }) => localId === uid);
const stored = (page: Page) => page.evaluate(() => localStorage.getItem("token"));

async function call(request: APIRequestContext, name: string, data: object, token?: string | null) {
  const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
  return (await request.post(`/api/${name}`, { data, headers })).json();
}

const whoIs = async (page: Page) =>
  (await call(page.request, "login/token", { token: await stored(page) })).d as {
    uid: string;
    anonymous: number;
    name: string | null;
    email: string | null;
  };

/** The page's guest, once start-up has made it. */
async function guestOf(page: Page): Promise<string> {
  await expect.poll(() => stored(page)).toMatch(/^[\w-]{43}$/);
  const { uid, anonymous } = await whoIs(page);
  expect(anonymous).toBe(1);
  return uid;
}

/** The form that makes an account, or signs in to one. */
async function fill(page: Page, fields: { email: string; password: string; name?: string }): Promise<void> {
  const form = page.locator("form", { has: page.locator("input[name=password]") });
  if (fields.name) await form.locator("input[name=name]").fill(fields.name);
  await form.locator("input[name=email]").fill(fields.email);
  await form.locator("input[name=password]").fill(fields.password);
  await form.locator("button[type=submit]").click();
}

test("the first visit signs in anonymously with Firebase; the next one is the same guest, without its SDK", async ({
  page,
  context,
}) => {
  const asked: string[] = [];
  context.on("request", (request) => asked.push(request.url()));
  const ofFirebase = () => asked.splice(0).filter((url) => /\/assets\/firebase-|googleapis/.test(url));
  await page.goto("/");
  const uid = await guestOf(page);
  expect(ofFirebase()).not.toEqual([]);
  expect(await account(uid)).toMatchObject({ localId: uid });
  expect((await account(uid))?.email).toBeUndefined();
  const before = (await accounts()).length;
  await page.reload();
  expect(await guestOf(page)).toBe(uid);
  expect(await accounts()).toHaveLength(before);
  // A browser whose session was opened by a form has nothing to ask the SDK for.
  await page.evaluate(() => localStorage.removeItem("firebase"));
  ofFirebase();
  await page.goto("/profile");
  await expect(page.getByText("Guest").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(ofFirebase()).toEqual([]);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    /** A guest: with scripts the browser has made it, without them this server. */
    async function arrive(page: Page): Promise<string> {
      if (javaScriptEnabled) {
        await page.goto("/page/login?mode=sign-up&to=/profile");
        const uid = await guestOf(page);
        await expect(page.locator("input[name=guestProof]")).toHaveCount(1);
        return uid;
      }
      const { d: identity } = await call(page.request, "identity/anonymous", {});
      const { d } = await call(page.request, "login/uid", { uid: identity.uid, proof: identity.proof });
      const { url } = site;
      await page
        .context()
        .addCookies([{ name: "matinee", value: d.token, url, httpOnly: true, sameSite: "Lax" }]);
      await page.goto("/page/login?mode=sign-up&to=/profile");
      return identity.uid as string;
    }

    test("signing up keeps the guest's uid; signing out and in again is the same account", async ({
      page,
    }) => {
      const email = address();
      const uid = await arrive(page);
      await fill(page, { email, password, name: "Mia" });
      await expect(page).toHaveURL("/profile");
      await expect(page.getByText(email).first()).toBeVisible();
      expect(await account(uid)).toMatchObject({ email, displayName: "Mia" });
      await page.getByRole("button", { name: "Sign out" }).click();
      await expect(page.getByText(email)).toHaveCount(0);
      await page.goto("/page/login?to=/profile");
      await fill(page, { email, password });
      await expect(page).toHaveURL("/profile");
      await expect(page.getByText("Mia").first()).toBeVisible();
    });

    test.describe("refused", () => {
      test.use({ allowedErrors: [/422|409/] });
      test("a wrong password and an unknown address look alike, and a taken address is said to be", async ({
        page,
      }) => {
        const { email } = await member(page.request);
        for (const typed of [email, address()]) {
          await page.goto("/page/login");
          await fill(page, { email: typed, password: "not this one" });
          await expect(page.getByText("E-mail or password is wrong.")).toBeVisible();
        }
        await page.goto("/page/login?mode=sign-up");
        await fill(page, { email, password });
        await expect(page.getByText("There is already an account")).toBeVisible();
      });
    });
  });
}

/** An account with a session. */
async function member(request: APIRequestContext) {
  const email = address();
  const { d: identity } = await call(request, "identity/sign-up", { email, password });
  const { d } = await call(request, "login/uid", { uid: identity.uid, proof: identity.proof });
  return { email, uid: identity.uid as string, token: d.token as string };
}

/** The same with an ID token of its own, as the browser's SDK has one. */
async function memberWithToken(request: APIRequestContext) {
  const { email, uid } = await member(request);
  const signedIn = { email, password, returnSecureToken: true };
  const { idToken } = await ask<{ idToken: string }>("signInWithPassword", signedIn);
  return { uid, proof: idToken };
}

test.describe("with Google", () => {
  test.beforeEach(({ context }) => standInForGoogle(context));
  const button = (page: Page) => page.getByRole("button", { name: "Continue with Google" });

  test("the guest becomes the Google account and keeps the uid; later, in another browser, it is found again", async ({
    page,
    browser,
  }) => {
    const person = { sub: "google-mia", email: "mia@gmail.test", name: "Mia of Google" };
    await page.goto("/page/login?to=/profile");
    const uid = await guestOf(page);
    const opened = page.waitForEvent("popup");
    await button(page).click();
    await chooseAccount(page, await opened, person);
    await expect(page).toHaveURL("/profile");
    await expect(page.getByText("Mia of Google").first()).toBeVisible();
    expect(await whoIs(page)).toMatchObject({ uid, anonymous: 0, email: person.email });
    expect((await account(uid))?.providerUserInfo).toMatchObject([{ providerId: "google.com" }]);

    const context = await browser.newContext({ baseURL: site.url });
    await standInForGoogle(context);
    const other = await context.newPage();
    await other.goto("/page/login?to=/profile");
    expect(await guestOf(other)).not.toBe(uid);
    const again = other.waitForEvent("popup");
    await button(other).click();
    await chooseAccount(other, await again, person);
    await expect(other).toHaveURL("/profile");
    expect(await whoIs(other)).toMatchObject({ uid, anonymous: 0 });
    await context.close();

    // There is no password to delete it by: the person shows who they are by Google once more.
    await page.goto("/profile?view=delete");
    const last = page.waitForEvent("popup");
    await button(page).click();
    await chooseAccount(page, await last, person);
    await expect(page).toHaveURL(/done=deleted/);
    expect(await account(uid)).toBeUndefined();
  });

  test("where no window may open the page goes to Google's and comes back, and nothing the guest kept is lost", async ({
    page,
  }) => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await page.goto("/page/login?to=/profile");
    await guestOf(page);
    await button(page).click();
    const person = { sub: "google-noa", email: "noa@gmail.test", name: "Noa" };
    await chooseAccountAndReturn(page, "/page/login?to=/profile", person);
    await expect(page).toHaveURL("/profile");
    await expect(page.getByText("Noa").first()).toBeVisible();
    expect(await whoIs(page)).toMatchObject({ anonymous: 0, email: person.email });
  });

  test("closing Google's window leaves everything as it was", async ({ page }) => {
    await page.goto("/page/login");
    const uid = await guestOf(page);
    const opened = page.waitForEvent("popup");
    await button(page).click();
    const popup = await opened;
    await popup.waitForURL("**/emulator/auth/handler*");
    await popup.close();
    await expect(button(page)).toBeEnabled({ timeout: 20_000 });
    await expect(page.getByRole("alert").filter({ hasText: "Google" })).toHaveCount(0);
    expect((await whoIs(page)).uid).toBe(uid);
  });

  test.describe("out of reach", () => {
    test.use({ allowedErrors: [/ERR_FAILED/] });
    test("it says so, and the form still works", async ({ page, context }) => {
      await context.unroute("https://apis.google.com/js/api.js*");
      await context.route("https://apis.google.com/js/api.js*", (route) => route.abort());
      await page.goto("/page/login?mode=sign-up&to=/profile");
      await guestOf(page);
      await button(page).click();
      await expect(page.getByText("Google sign-in failed.")).toBeVisible();
      const email = address();
      await fill(page, { email, password });
      await expect(page).toHaveURL("/profile");
    });
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("there is no button that would do nothing", async ({ page }) => {
    await page.goto("/page/login");
    await expect(page.getByRole("button", { name: "Continue with Google" })).toBeHidden();
  });
});

test("a forgotten password: the link of Firebase's mail, where it leads here, sets a new one", async ({
  page,
}) => {
  const { email } = await member(page.request);
  await page.goto("/page/login?mode=forgot");
  await page.locator("input[name=email]").fill(email);
  await page.locator("main button[type=submit]").click();
  await expect(page).toHaveURL(/done=sent/);
  await expect.poll(() => mailedCode(email)).not.toBeNull();
  const link = new URLSearchParams({
    mode: "resetPassword",
    oobCode: (await mailedCode(email))!,
    lang: "en",
  });
  await page.goto(`/page/login?${link}`);
  await expect(page).toHaveURL("/page/login?mode=reset");
  await page.locator("input[name=password]").fill("another one");
  await page.locator("main button[type=submit]").click();
  await expect(page).toHaveURL(/done=reset/);
  expect((await call(page.request, "identity/sign-in", { email, password: "another one" })).c).toBe(0);
});

test("a code of Firebase's mail works once, and ends the sessions there were", async ({ request }) => {
  const { email, token } = await member(request);
  const answer = await call(request, "password/forgot", { email });
  expect(await call(request, "password/forgot", { email: address() })).toEqual(answer);
  await expect.poll(() => mailedCode(email)).not.toBeNull();
  const code = (await mailedCode(email))!;
  const reset = (to: string) => call(request, "password/reset", { code, password: to });
  expect((await reset("short")).c).toBe(422);
  expect((await reset("another one")).c).toBe(0);
  expect((await reset("a third one")).c).not.toBe(0);
  expect((await call(request, "login/token", { token })).c).toBe(401);
  expect((await call(request, "identity/sign-in", { email, password })).c).toBe(4221);
  expect((await call(request, "identity/sign-in", { email, password: "another one" })).c).toBe(0);
});

test("an account is deleted with its password, at Firebase as well", async ({ request }) => {
  const { email, uid, token } = await member(request);
  expect((await call(request, "account/delete", { password: "not this one" }, token)).c).toBe(422);
  expect(await account(uid)).toMatchObject({ email });
  expect((await call(request, "account/delete", { password }, token)).c).toBe(0);
  expect(await account(uid)).toBeUndefined();
  expect((await call(request, "identity/sign-in", { email, password })).c).toBe(4221);
  expect((await call(request, "login/token", { token })).c).toBe(401);
});

test("an account of Google's is deleted by a proof made just now", async ({ request }) => {
  const person = { sub: "google-kim", email: "kim@gmail.test", name: "Kim" };
  const { localId: uid, idToken: proof } = await signInWithGoogle(person);
  const { d } = await call(request, "login/uid", { uid, proof });
  expect(d.info).toMatchObject({ anonymous: 0, name: "Kim", email: person.email });
  expect((await call(request, "account/delete", {}, d.token)).c).toBe(422);
  expect((await call(request, "account/delete", { proof }, d.token)).c).toBe(0);
  expect(await account(uid)).toBeUndefined();
});

test("refused: other people's, other projects', forged, disabled and deleted accounts' tokens", async ({
  request,
}) => {
  const one = await memberWithToken(request);
  const two = await memberWithToken(request);
  const enter = async (uid: string, proof: string) => (await call(request, "login/uid", { uid, proof })).c;
  expect(await enter(one.uid, one.proof)).toBe(0);
  expect(await enter(one.uid, one.proof)).toBe(401);
  expect(await enter(one.uid, two.proof)).toBe(401);
  const claims = UnsecuredJWT.decode(one.proof).payload;
  const forged = (change: object) => new UnsecuredJWT({ ...claims, ...change }).encode();
  expect(await enter(one.uid, forged({ aud: "another-project" }))).toBe(401);
  expect(await enter(one.uid, forged({ iss: "https://securetoken.google.com/another" }))).toBe(401);
  expect(await enter(one.uid, forged({ exp: Math.floor(Date.now() / 1000) - 1 }))).toBe(401);
  expect(await enter("nobody", forged({ sub: "nobody", user_id: "nobody" }))).toBe(401);
  await changeAccount(one.uid, { disableUser: true });
  expect(await enter(one.uid, one.proof)).toBe(401);
  await ask("delete", { idToken: two.proof });
  expect(await enter(two.uid, two.proof)).toBe(401);
});

test("a server that is with Google takes no token of the emulator's", async ({ request }) => {
  const { uid, proof } = await memberWithToken(request);
  expect(UnsecuredJWT.decode(proof).payload.aud).toBe(project);
  const answer = await request.post(`${process.env.REAL_URL}/api/login/uid`, { data: { uid, proof } });
  expect(answer.status()).toBe(401);
});

test("Google Analytics is fetched once the person has switched it on, and not before", async ({
  page,
  context,
}) => {
  const asked: string[] = [];
  await standInForAnalytics(context, (host) => asked.push(host));
  await page.goto("/profile");
  await guestOf(page);
  const choice = page.getByRole("checkbox", { name: "Send usage statistics to Google" });
  await expect(choice).not.toBeChecked();
  expect(asked).toEqual([]);
  await choice.check();
  await expect.poll(() => asked).toContain("www.googletagmanager.com");
  await page.reload();
  await expect(choice).toBeChecked();
});

test.describe("a browser that asks not to be tracked", () => {
  test("is not counted, whatever was chosen before", async ({ page, context }) => {
    const asked: string[] = [];
    context.on("request", (request) => asked.push(new URL(request.url()).hostname));
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "globalPrivacyControl", { value: true });
      localStorage.setItem("analytics", "1");
    });
    await page.goto("/profile");
    await expect(page.getByRole("checkbox", { name: "Send usage statistics to Google" })).toBeDisabled();
    await expect(page.getByText("asks not to be tracked")).toBeVisible();
    await page.waitForLoadState("networkidle");
    // Pictures within a page have no host.
    expect(asked.filter((host) => host !== "127.0.0.1" && host !== "")).toEqual([]);
  });
});
