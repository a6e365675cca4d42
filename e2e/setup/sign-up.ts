import type { APIRequestContext, Page } from "@playwright/test";
import { latestMailTo } from "../../tests/setup/mail-catcher.ts";
import { site } from "./site.ts";
import { expect } from "./test.ts";

/** The code of the mail that came to an address. */
export async function mailedCode(email: string, mails = site.mails): Promise<string> {
  let code: string | undefined;
  const read = async () =>
    (code = /^\s*(\d{6})\s*$/m.exec((await latestMailTo(mails, email))?.text ?? "")?.[1]);
  await expect.poll(read).toBeTruthy();
  return code!;
}

/** A header by which a request comes from another network. */
export function someNetwork(): Record<string, string> {
  const [one, two] = Array.from({ length: 2 }, () => Math.floor(Math.random() * 256));
  return { "X-Forwarded-For": `10.${one}.${two}.1` };
}

/** What proves an address to `identity/sign-up`. */
export async function provenAddress(request: APIRequestContext, email: string) {
  const answer = await request.post(`${site.url}/api/identity/sign-up-code`, {
    data: { email },
    headers: someNetwork(),
  });
  const { d } = (await answer.json()) as { d: { ticket: string } };
  return { ticket: d.ticket, code: await mailedCode(email) };
}

/** Creates an account by the page that is open: the address, then the code of the mail with a password. */
export async function joinBy(page: Page, { email, password }: { email: string; password: string }) {
  const form = (intent: string) =>
    page.locator("form", { has: page.locator(`input[name=intent][value=${intent}]`) });
  await page.locator("input[name=email]").fill(email);
  await form("sign-up-code").locator("button[type=submit]").click();
  await page.locator("input[name=code]").fill(await mailedCode(email));
  await page.locator("input[name=password]").fill(password);
  await form("sign-up").locator("button[type=submit]").click();
}
