import type { BrowserContext, Page } from "@playwright/test";
import { project } from "./emulator.ts";

const host = () => process.env.EMULATOR_HOST!;
const owner = { Authorization: "Bearer owner", "Content-Type": "application/json" };

export type EmulatorAccount = {
  localId: string;
  email?: string;
  displayName?: string;
  providerUserInfo?: { providerId: string }[];
};

/** Identity Toolkit of the emulator. @returns what it answers */
export async function ask<T>(method: string, data: object, headers: object = {}): Promise<T> {
  const response = await fetch(
    `http://${host()}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=fake-key`,
    {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(data),
    },
  );
  if (!response.ok) throw new Error(`${method}: ${response.status}`);
  return (await response.json()) as T;
}

/** All accounts the emulator has. */
export async function accounts(): Promise<EmulatorAccount[]> {
  const url = `http://${host()}/identitytoolkit.googleapis.com/v1/projects/${project}/accounts:query`;
  const response = await fetch(url, { method: "POST", headers: owner, body: "{}" });
  return ((await response.json()) as { userInfo?: EmulatorAccount[] }).userInfo ?? [];
}

/** What an operator does in the console. */
export async function changeAccount(uid: string, change: object): Promise<void> {
  const url = `http://${host()}/identitytoolkit.googleapis.com/v1/projects/${project}/accounts:update`;
  const body = JSON.stringify({ localId: uid, ...change });
  await fetch(url, { method: "POST", headers: owner, body });
}

/** The code of the last mail "sent" to an address. */
export async function mailedCode(email: string): Promise<string | null> {
  const response = await fetch(`http://${host()}/emulator/v1/projects/${project}/oobCodes`);
  const { oobCodes } = (await response.json()) as { oobCodes: { email: string; oobCode: string }[] };
  return oobCodes.filter((code) => code.email === email).at(-1)?.oobCode ?? null;
}

/** A Google account as the emulator reads it: it takes an ID token that is plain JSON. */
const postBodyOf = (person: { sub: string; email: string; name: string }) =>
  new URLSearchParams({
    id_token: JSON.stringify({ ...person, email_verified: true }),
    providerId: "google.com",
  }).toString();

/** Signs in with Google without a browser. */
export const signInWithGoogle = (person: { sub: string; email: string; name: string }) =>
  ask<{ localId: string; idToken: string }>("signInWithIdp", {
    postBody: postBodyOf(person),
    requestUri: "http://localhost",
    returnSecureToken: true,
  });

/**
 * What Firebase's SDK fetches of Google's and this machine can't: the library that links our page to a frame on the
 * project's own domain. Ours says the same to the SDK, and hands on what the window of Google's would tell that frame.
 */
const frames = `
  window.gapi = {
    load: (_name, { callback }) => callback(),
    iframes: {
      CROSS_ORIGIN_IFRAMES_FILTER: "any",
      Iframe: class {},
      getContext: () => ({
        open: (_options, opened) => opened({
          restyle: async () => {},
          ping: async (done) => done(),
          register: (_name, tell) => { window.tellSdk = tell; },
          send: (_name, _data, answer) => setTimeout(() => {
            // The SDK takes the answer and throws all the same, which Google's library swallows.
            try { answer([{ webStorageSupport: true }]); } catch {}
          }),
        }),
      }),
    },
  };
  const { searchParams } = new URL(document.currentScript.src);
  window[searchParams.get("onload")]();
`;

/** Serves that library in place of Google's, to pages whose content policy lets them fetch Google's. */
export async function standInForGoogle(context: BrowserContext): Promise<void> {
  await context.route("https://apis.google.com/js/api.js*", (route) =>
    route.fulfill({ contentType: "text/javascript", body: frames }),
  );
  await context.route("**/emulator/auth/handler*", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Google</title>" }),
  );
}

type Person = { sub: string; email: string; name: string };

/** In Google's window, which has just opened over the page, a person chooses an account. */
export async function chooseAccount(page: Page, popup: Page, person: Person): Promise<void> {
  await popup.waitForURL("**/emulator/auth/handler*");
  await tell(page, new URL(popup.url()), person);
  await popup.close();
}

/** On Google's page, to which this one has gone away, a person chooses an account and is sent back to `path`. */
export async function chooseAccountAndReturn(page: Page, path: string, person: Person): Promise<void> {
  await page.waitForURL("**/emulator/auth/handler*");
  const left = new URL(page.url());
  await page.goto(path);
  await tell(page, left, person);
}

async function tell(page: Page, handler: URL, person: Person): Promise<void> {
  const query = handler.searchParams;
  const event = {
    type: query.get("authType"),
    eventId: query.get("eventId"),
    urlResponse: "http://localhost",
    sessionId: "session",
    postBody: postBodyOf(person),
    tenantId: null,
  };
  await page.waitForFunction(() => "tellSdk" in window);
  await page.evaluate(
    (authEvent) =>
      (window as unknown as { tellSdk: (event: object) => void }).tellSdk({ type: "authEvent", authEvent }),
    event,
  );
}

/** Answers what Google Analytics' SDK asks for, and counts nothing. @param note told each host that is asked */
export async function standInForAnalytics(
  context: BrowserContext,
  note: (host: string) => void,
): Promise<void> {
  const answers: Record<string, object> = {
    "firebaseinstallations.googleapis.com": {
      fid: "cAbCdEfGhIjKlMnOpQrStU",
      refreshToken: "refresh",
      authToken: { token: "token", expiresIn: "604800s" },
    },
    "firebase.googleapis.com": { measurementId: "G-TEST" },
  };
  await context.route(
    /googletagmanager\.com|google-analytics\.com|firebase(installations)?\.googleapis/,
    (route) => {
      const { hostname } = new URL(route.request().url());
      note(hostname);
      const answer = answers[hostname];
      return route.fulfill(answer ? { json: answer } : { contentType: "text/javascript", body: "" });
    },
  );
}
