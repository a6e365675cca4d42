import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

/** What a provider of the tests says of its user, and how it lies. */
export type Said = {
  claims: Record<string, unknown>;
  /** In place of the right ones. */
  issuer?: string;
  audience?: string;
  nonce?: string | null;
  expiresS?: number;
  /** Signed by a key that is none of the provider's. */
  forged?: boolean;
  /** The answer of the address for tokens is a page. */
  broken?: boolean;
};

export type OidcStub = {
  issuer: string;
  say: (said: Said) => void;
  /** Follows the address of a sign-in, as its user does. @returns the query that the browser comes back with */
  follow: (url: string, twist?: Record<string, string>) => string;
  /** Forms that were sent for tokens. */
  asked: URLSearchParams[];
  close: () => Promise<void>;
};

/** A provider that can lie: it gives each address of a sign-in a code for one token. */
export async function startOidcStub(): Promise<OidcStub> {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const { privateKey: foreignKey } = await generateKeyPair("RS256");
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: "one", alg: "RS256", use: "sig" }] };
  const codes = new Map<string, { nonce: string; clientId: string }>();
  const asked: URLSearchParams[] = [];
  let said: Said = { claims: { sub: "someone" } };
  let issuer = "";

  async function tokenFor(code: string): Promise<object> {
    const { nonce, clientId } = codes.get(code)!;
    codes.delete(code);
    const now = Math.floor(Date.now() / 1000);
    const claims = { auth_time: now, nonce: said.nonce === undefined ? nonce : said.nonce, ...said.claims };
    const idToken = await new SignJWT(claims)
      .setProtectedHeader({ alg: "RS256", kid: "one" })
      .setIssuer(said.issuer ?? issuer)
      .setAudience(said.audience ?? clientId)
      .setIssuedAt(now)
      .setExpirationTime(now + (said.expiresS ?? 300))
      .sign(said.forged ? foreignKey : privateKey);
    return { access_token: "for-nothing", token_type: "Bearer", id_token: idToken };
  }

  const server: Server = createServer((request, response) => {
    const answer = (body: unknown, status = 200) => {
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(body));
    };
    const { pathname } = new URL(request.url!, issuer);
    if (pathname === "/.well-known/openid-configuration")
      return answer({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
      });
    if (pathname === "/jwks") return answer(jwks);
    if (said.broken) {
      response.writeHead(200, { "Content-Type": "text/html" });
      return response.end("<h1>Welcome</h1>");
    }
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      const form = new URLSearchParams(body);
      asked.push(form);
      if (!codes.has(form.get("code") ?? "")) return answer({ error: "invalid_grant" }, 400);
      void tokenFor(form.get("code")!).then((token) => answer(token));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    asked,
    say: (next) => void (said = next),
    follow(url, twist = {}) {
      const { searchParams } = new URL(url);
      const code = crypto.randomUUID();
      codes.set(code, { nonce: searchParams.get("nonce")!, clientId: searchParams.get("client_id")! });
      return `?${new URLSearchParams({ code, state: searchParams.get("state")!, iss: issuer, ...twist })}`;
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
