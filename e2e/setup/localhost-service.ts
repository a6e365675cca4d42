import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import { freePort, startServer } from "../../tests/setup/server-process.ts";
import { expect, test } from "./test.ts";

/**
 * A service without titles at `http://localhost`: browsers have passkeys for names alone, and the journeys' usual service
 * is at an address.
 */
export const localhostTest = test.extend<{
  serviceUrl: string;
  /** On top of the usual environment. */
  serviceEnv: Record<string, string>;
  /** Makes an account the owner, as the link of a new service does. */
  claim: (request: APIRequestContext, token: string) => Promise<void>;
  dataDir: string;
}>({
  // Playwright reads off this pattern what a fixture needs: nothing.
  // eslint-disable-next-line no-empty-pattern
  dataDir: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), "matinee-localhost-"));
    await use(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  },
  serviceEnv: [{}, { option: true }],
  serviceUrl: async ({ serviceEnv, dataDir }, use) => {
    const port = String(await freePort());
    const url = `http://localhost:${port}`;
    const server = await startServer({
      ...{ DATA_DIR: dataDir, LOG_LEVEL: "warn", PORT: port, PUBLIC_URL: url },
      ...serviceEnv,
    });
    try {
      await use(url);
    } finally {
      await server.end();
    }
  },
  claim: async ({ serviceUrl, dataDir }, use) =>
    use(async (request, token) => {
      let code: string | null = null;
      // It is written once the server answers.
      await expect
        .poll(async () => {
          const link = await readFile(join(dataDir, "setup-link"), "utf8").catch(() => null);
          return (code = link && new URL(link.trim()).searchParams.get("setup"));
        })
        .toBeTruthy();
      await callAt(serviceUrl, request, "z/setup/claim", { code }, token);
    }),
  baseURL: async ({ serviceUrl }, use) => use(serviceUrl),
});

/** A call of the API. @returns its data */
export async function callAt<T>(
  url: string,
  request: APIRequestContext,
  name: string,
  data: object,
  token?: string,
): Promise<T> {
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  const answer = await request.post(`${url}/api/${name}`, { data, headers });
  const { c, m, d } = (await answer.json()) as { c: number; m: string; d: T };
  expect(`${name} ${c} ${m}`).toBe(`${name} 0 `);
  return d;
}

/** Creates an account of a service that sends no mail. */
export async function signUpAt(url: string, request: APIRequestContext, email: string) {
  const account = { email, password: "journey-member" };
  type Proven = { uid: string; proof: string };
  const { uid, proof } = await callAt<Proven>(url, request, "identity/sign-up", { ...account, name: "Mia" });
  const { token } = await callAt<{ token: string }>(url, request, "login/uid", { uid, proof });
  return { ...account, token };
}
