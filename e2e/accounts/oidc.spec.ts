import type { Page } from "@playwright/test";
import {
  oidcClient,
  startOidcProvider,
  type OidcServer,
  type OidcUser,
} from "../../tests/setup/oidc-server.ts";
import { callAt, localhostTest, signUpAt } from "../setup/localhost-service.ts";
import { expect, signIn } from "../setup/test.ts";

const test = localhostTest.extend<{ provider: OidcServer }>({
  serviceEnv: { OIDC_PRIVATE_ADDRESSES: "1" },
  provider: async ({ serviceUrl, request, claim }, use) => {
    const provider = await startOidcProvider(`${serviceUrl}/page/login/oidc`);
    const { token } = await signUpAt(serviceUrl, request, "owner@journey.test");
    await claim(request, token);
    const values = {
      oidcIssuer: provider.issuer,
      oidcClientId: oidcClient.id,
      oidcSecret: oidcClient.secret,
      oidcLabel: "Example ID",
    };
    await callAt(serviceUrl, request, "z/settings/save", { revision: 0, values }, token);
    await use(provider);
    await provider.close();
  },
});

const submitOf = (page: Page, intent: string) =>
  page
    .locator("form", { has: page.locator(`input[name=intent][value=${intent}]`) })
    .locator("button[type=submit]");
async function signOut(page: Page): Promise<void> {
  await page.goto("/profile");
  await submitOf(page, "sign-out").click();
  await expect(page).toHaveURL("/");
}

/** Makes another user the next one at the provider; the browser is signed out there. */
async function become(page: Page, provider: OidcServer, user: OidcUser | null): Promise<void> {
  await page.context().clearCookies({ domain: "127.0.0.1" });
  provider.is(user);
}

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    // A page that is left right after its sign-out has not forgotten the token yet.
    test.use({ javaScriptEnabled, allowedErrors: [/401|422/] });

    test("the operator's provider: a new account, an address that is taken, a link from within, and its end", async ({
      page,
      request,
      serviceUrl,
      provider,
    }) => {
      await become(page, provider, { sub: "ada", email: "ada@id.test", email_verified: true, name: "Ada" });
      await page.goto("/page/login?to=/profile");
      await page.getByRole("button", { name: "Continue with Example ID" }).click();
      await expect(page).toHaveURL("/profile");
      await expect(page.getByText("ada@id.test").first()).toBeVisible();
      await signOut(page);

      await become(page, provider, null);
      await page.goto("/page/login");
      await page.getByRole("button", { name: "Continue with Example ID" }).click();
      await expect(page).toHaveURL("/page/login/oidc?problem=oidc_refused");
      await expect(page.getByRole("alert")).toContainText("couldn’t be verified or was cancelled");

      const member = await signUpAt(serviceUrl, request, "mia@id.test");
      await become(page, provider, { sub: "mia", email: "mia@id.test", email_verified: true });
      await page.getByRole("button", { name: "Continue with Example ID" }).click();
      await expect(page).toHaveURL("/page/login/oidc?problem=oidc_email_taken");
      await expect(page.getByRole("alert")).toContainText("There is already an account");
      await page.locator("main").getByRole("link", { name: "Sign in", exact: true }).click();
      await signIn(page, member);
      await expect(page).toHaveURL("/");
      await page.goto("/profile/security");
      await submitOf(page, "oidc-link").click();
      await page.waitForURL("**/profile/security?done=linked");
      await expect(page.getByRole("heading", { name: "mia@id.test" })).toBeVisible();
      await signOut(page);
      await page.goto("/page/login?to=/profile/security");
      await page.getByRole("button", { name: "Continue with Example ID" }).click();
      await expect(page).toHaveURL("/profile/security");
      // As when the session is too old for it: the form waits, and is not lost on the way to the provider.
      const unlink = page.locator("form", { has: page.locator("input[value=oidc-unlink]") });
      await unlink.evaluate((form) => form.setAttribute("action", "/page/confirm?to=/profile/security"));
      await submitOf(page, "oidc-unlink").click();
      await expect(page).toHaveURL(/\/page\/confirm/);
      const opened = page.waitForEvent("popup");
      await page.getByRole("button", { name: "Continue with Example ID" }).click();
      const aside = await opened;
      // Playwright ends scripts in an opened tab after the page was read, so its <noscript> is not followed.
      if (!javaScriptEnabled) await aside.getByRole("link", { name: "Continue with Example ID" }).click();
      await expect(aside.getByRole("heading", { name: "You’re confirmed" })).toBeVisible();
      await aside.close();
      await page.getByRole("button", { name: "I’ve signed in: go on" }).click();
      await expect(page).toHaveURL("/profile/security?done=unlinked");
      await expect(page.getByRole("heading", { name: "mia@id.test" })).toHaveCount(0);
    });
  });
