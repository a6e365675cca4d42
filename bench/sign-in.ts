import type { Browser, BrowserContext } from "@playwright/test";
import { demoAccounts } from "../demo/demo-accounts.ts";
import { dataDir, startApp, type App } from "./app.ts";
import { newPhone } from "./browser.ts";
import { listMovies, startFilledApp } from "./videos.ts";
import { adminScreens } from "./screens.ts";

export type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

/**
 * Starts the server with the demo's accounts on the existing movies, and signs in its admin.
 * @returns the admin area's screens, by name; the caller stops the app
 */
export async function startAdminApp(
  browser: Browser,
  say: (text: string) => void,
): Promise<{ app: App; cookies: Cookies; screens: Record<string, string> }> {
  // First without the demo: then all movies exist, and none is made during the measurement.
  const filled = await startFilledApp(say);
  await filled.app.stop();
  const app = await startApp({ dataDir, demo: true, patienceMs: 300_000 });
  const context = await newPhone(browser);
  try {
    const page = await context.newPage();
    await page.goto(`${app.url}/page/login?to=%2Fz%2Fpage%2Fuser`);
    const { email, password } = demoAccounts[0]!;
    const form = page.locator("form", { has: page.locator("input[autocomplete=current-password]") });
    await form.locator("input[type=email]").fill(email);
    await form.locator("input[autocomplete=current-password]").fill(password);
    await form.locator("button[type=submit]").click();
    const user = await page.locator('a[href*="/z/page/user/"]').first().getAttribute("href");
    const [movie] = await listMovies(app);
    const uid = user!.split("/").at(-1)!;
    return { app, cookies: await context.cookies(), screens: adminScreens({ movie: movie!.id, uid }) };
  } catch (error) {
    await app.stop();
    throw error;
  } finally {
    await context.close();
  }
}

/**
 * Signs the demo's admin in by the API.
 * @returns the headers of a page's request with the session, and a function that makes calls with it
 */
export async function openSession({ url }: Pick<App, "url">) {
  let token = "";
  const post = async <D>(call: string, input: object): Promise<D> => {
    const headers = {
      "Content-Type": "application/json",
      ...(token && { Authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(`${url}/api/${call}`, {
      method: "POST",
      headers,
      body: JSON.stringify(input),
    });
    const { c, m, d } = (await answer.json()) as { c: number; m: string; d: D };
    if (c !== 0) throw new Error(`${call} answered ${c}: ${m}`);
    return d;
  };
  const { email, password } = demoAccounts[0]!;
  const { uid, proof } = await post<{ uid: string; proof: string }>("identity/sign-in", { email, password });
  ({ token } = await post<{ token: string }>("login/uid", { uid, proof }));
  return { post, headers: { Cookie: `matinee=${token}` } };
}
