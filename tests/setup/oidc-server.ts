import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Provider } from "oidc-provider";
import { freePort } from "./server-process.ts";

/** A user of the provider. */
export type OidcUser = { sub: string; email?: string; email_verified?: boolean; name?: string };

export type OidcServer = {
  issuer: string;
  /** Makes a user the next one, who is asked nothing; null = the next one says no. */
  is: (user: OidcUser | null) => void;
  close: () => Promise<void>;
};

export const oidcClient = { id: "matinee", secret: "a-secret-of-the-client-0123456789" };

/** A real OpenID Connect provider on loopback, whose users sign in and agree by themselves. */
export async function startOidcProvider(redirectUri: string): Promise<OidcServer> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const users = new Map<string, OidcUser>();
  let next: OidcUser | null = null;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: oidcClient.id,
        client_secret: oidcClient.secret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    cookies: { keys: ["a-key-of-the-provider"] },
    claims: { email: ["email", "email_verified"], profile: ["name"] },
    findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: () => users.get(sub) }),
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
  });
  const callback = provider.callback();

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
    const finish = (result: object) =>
      provider.interactionFinished(request, response, result, {
        mergeWithLastSubmission: prompt.name !== "login",
      });
    if (!next) return finish({ error: "access_denied" });
    if (prompt.name === "login") return finish({ login: { accountId: next.sub } });
    const known = grantId ? await provider.Grant.find(grantId) : undefined;
    const grant = known ?? new provider.Grant({ accountId: session!.accountId, clientId: params.client_id });
    grant.addOIDCScope((prompt.details.missingOIDCScope ?? []).join(" "));
    return finish({ consent: { grantId: await grant.save() } });
  }

  const server = createServer((request, response) => {
    if (!request.url!.startsWith("/interaction/")) return callback(request, response);
    interact(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    issuer,
    is(user) {
      if (user) users.set(user.sub, user);
      next = user;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Follows the address of a sign-in as a browser does, with the provider's cookies. @returns where it leads at last */
export async function browse(address: string, until: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(address);
  for (let hops = 0; hops < 12; hops++) {
    if (url.href.startsWith(until)) return url;
    const headers = { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
    const answer = await fetch(url, { redirect: "manual", headers });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    const to = answer.headers.get("Location");
    if (!to) throw new Error(`${answer.status} at ${url.pathname}: ${await answer.text()}`);
    url = new URL(to, url);
  }
  throw new Error("the provider leads nowhere");
}
