import type { Page } from "@playwright/test";
import { localhostTest as test, signUpAt } from "../setup/localhost-service.ts";
import { expect, signIn } from "../setup/test.ts";

const submitOf = (page: Page, intent: string) =>
  page
    .locator("form", { has: page.locator(`input[name=intent][value=${intent}]`) })
    .locator("button[type=submit]");
async function signOut(page: Page): Promise<void> {
  await page.goto("/profile");
  await submitOf(page, "sign-out").click();
  await expect(page).toHaveURL("/");
}

/** A device with a fingerprint reader, on which a finger is always laid. */
async function addDevice(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    wrongFinger: (isUserVerified: boolean) =>
      cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: !isUserVerified }),
  };
}

test.describe("with JavaScript", () => {
  // A page that is left right after its sign-out has not forgotten the token yet.
  test.use({ allowedErrors: [/401|422/] });

  test("a passkey: added, signs in by itself, is the second step, confirms, and is removed", async ({
    page,
    request,
    serviceUrl,
  }) => {
    const member = await signUpAt(serviceUrl, request, "passkey@journey.test");
    const device = await addDevice(page);
    await page.goto("/page/login?to=/profile/security");
    await signIn(page, member);
    await expect(page).toHaveURL("/profile/security");
    await submitOf(page, "passkey-begin").click();
    await page.locator("input[name=name]").fill("Phone");
    await submitOf(page, "passkeys").click();
    const codes = page.locator("main li", { hasText: /^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/ });
    await expect(codes).toHaveCount(10);
    await page.getByRole("link", { name: "Done" }).click();
    await expect(page.getByRole("heading", { name: "Phone" })).toBeVisible();
    // One device keeps one passkey of an account.
    await submitOf(page, "passkey-begin").click();
    await submitOf(page, "passkeys").click();
    await expect(page.getByRole("alert")).toContainText("No passkey was used");
    await signOut(page);

    await page.goto("/page/login?to=/profile");
    await device.wrongFinger(true);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByRole("alert")).toContainText("No passkey was used");
    await device.wrongFinger(false);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page).toHaveURL("/profile");
    await expect(page.getByText(member.email)).toBeVisible();
    await signOut(page);

    await page.goto("/page/login?to=/profile/security");
    await signIn(page, member);
    await expect(page).toHaveURL(/\/page\/login\/factor\?.*keys=only/);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page).toHaveURL("/profile/security");

    await page.goto("/page/confirm?to=/profile");
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page).toHaveURL("/profile");

    await page.goto("/profile/security");
    await page.locator("summary", { hasText: "Rename or remove" }).click();
    await page.locator("input[name=name]").fill("Desk");
    await submitOf(page, "passkey-rename").click();
    await expect(page.getByRole("heading", { name: "Desk" })).toBeVisible();
    await page.goto("/profile/security");
    await page.locator("summary", { hasText: "Rename or remove" }).click();
    await submitOf(page, "passkey-remove").click();
    await expect(page).toHaveURL("/profile/security?done=passkey-removed");
    await expect(page.getByRole("heading", { name: "Desk" })).toHaveCount(0);
    await signOut(page);
    await page.goto("/page/login?to=/profile");
    await signIn(page, member);
    await expect(page).toHaveURL("/profile");
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the sign-in has no button that does nothing, and the page of passkeys says what they need", async ({
    page,
    request,
    serviceUrl,
  }) => {
    const member = await signUpAt(serviceUrl, request, "plain@journey.test");
    await page.goto("/page/login?to=/profile/security");
    await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toHaveCount(0);
    await signIn(page, member);
    await submitOf(page, "passkey-begin").click();
    await expect(page.getByText("Passkeys need JavaScript")).toBeVisible();
    await submitOf(page, "passkeys").click();
    await expect(page).toHaveURL("/profile/security");
  });
});
