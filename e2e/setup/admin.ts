import { randomUUID } from "node:crypto";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { provenAddress, someNetwork } from "./sign-up.ts";
import { site } from "./site.ts";
import { accounts, expect, expectScripted } from "./test.ts";

export type Member = { uid: string; email: string; password: string; name: string; token: string };

/** A call of the API with a token. @returns its data */
export async function call<T = Record<string, never>>(
  request: APIRequestContext,
  name: string,
  payload: object,
  token?: string,
): Promise<T> {
  const answer = await request.post(`${site.url}/api/${name}`, {
    data: payload,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(name === "identity/sign-up" && someNetwork()),
    },
  });
  const envelope = (await answer.json()) as { c: number; m: string; d: T };
  expect(`${name} ${envelope.c} ${envelope.m}`).toBe(`${name} 0 `);
  return envelope.d;
}

/** @returns the token of a new session for an e-mail and a password */
export async function tokenOf(request: APIRequestContext, who: { email: string; password: string }) {
  const { uid, proof } = await call<{ uid: string; proof: string }>(request, "identity/sign-in", {
    email: who.email,
    password: who.password,
  });
  return call<{ token: string; info: { uid: string } }>(request, "login/uid", { uid, proof });
}

/** A new account. */
export async function newMember(request: APIRequestContext, name: string): Promise<Member> {
  const email = `${randomUUID()}@journey.test`;
  const password = "journey-member";
  await call(request, "identity/sign-up", {
    ...{ email, password, name },
    ...(await provenAddress(request, email)),
  });
  const { token, info } = await tokenOf(request, { email, password });
  return { uid: info.uid, email, password, name, token };
}

/** Signs a browser in by the API, for journeys of something else than the form. @returns the token of its session */
export async function enterAs(page: Page, who: { email: string; password: string }): Promise<string> {
  const { token } = await tokenOf(page.request, who);
  await page
    .context()
    .addCookies([{ name: "matinee", value: token, url: site.url, httpOnly: true, sameSite: "Lax" }]);
  return token;
}

/** Opens a page of the admin area as the journeys' admin. */
export async function enter(page: Page, to = "/z"): Promise<void> {
  await enterAs(page, accounts.admin);
  await page.goto(to);
  await expect(page).toHaveURL(to);
  await expect(page.locator("html")).toHaveAttribute("data-texts", /admin/);
  await expectScripted(page);
}

/** Checks the text of the confirm step, then confirms. */
export async function agree(
  page: Page,
  says: (ask: Locator) => Promise<void> = async () => {},
): Promise<void> {
  const ask = page.locator("dialog.z-ask");
  await expect(ask).toBeVisible();
  await says(ask);
  await ask.getByRole("button", { name: "ok" }).click();
  await expect(ask).toHaveCount(0);
}

/** The outcome of the last write. */
export const notice = (page: Page) => page.locator(".notice");
