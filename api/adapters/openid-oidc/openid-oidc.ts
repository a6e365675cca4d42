import { lookup as lookUp } from "node:dns/promises";
import type { Configuration } from "openid-client";
import { z } from "zod";
import { longestEmail } from "../../../contract/accounts/values.ts";
import { isPublicAddress, isPublicHost } from "../../domain/kernel/public-address.ts";
import { bareHost, notPublic } from "../../domain/kernel/public-lookup.ts";
import { OidcProblem, type OidcClaims, type OidcClient, type OidcProvider } from "../../ports/oidc.ts";
import { guardedFetch } from "./guarded-fetch.ts";

/** Milliseconds for which what a provider says of itself is kept. */
const keptMs = 10 * 60_000;

const address = z.email().max(longestEmail);

/** @param anywhere allow http and addresses of this machine and its network; default false */
export function createOpenidOidc({ anywhere = false }: { anywhere?: boolean } = {}): OidcClient {
  let kept: { key: string; at: number; config: Promise<Configuration> } | null = null;
  const fetchGuarded = guardedFetch(anywhere);

  /** What a provider says of itself. The library is loaded with the first sign-in of this kind. */
  function discovered(provider: OidcProvider): Promise<Configuration> {
    const key = JSON.stringify(provider);
    if (kept?.key === key && Date.now() - kept.at < keptMs) return kept.config;
    const config = discover(provider);
    kept = { key, at: Date.now(), config };
    // A failure is not kept.
    config.catch(() => (kept = kept?.config === config ? null : kept));
    return config;
  }

  async function discover({ issuer, clientId, clientSecret }: OidcProvider): Promise<Configuration> {
    const client = await import("openid-client");
    return client.discovery(
      new URL(issuer),
      clientId,
      undefined,
      clientSecret === null ? client.None() : client.ClientSecretPost(clientSecret),
      {
        [client.customFetch]: fetchGuarded as never,
        // Signatures are checked as well, though the token comes from the provider itself.
        execute: [client.enableNonRepudiationChecks, ...(anywhere ? [client.allowInsecureRequests] : [])],
      },
    );
  }

  return {
    allows: (issuer) => mayAsk(issuer, anywhere),

    async begin(provider, { redirectUri, fresh }) {
      try {
        const client = await import("openid-client");
        const config = await discovered(provider);
        const secrets = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
        };
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          response_type: "code",
          scope: "openid email profile",
          code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
          code_challenge_method: "S256",
          state: secrets.state,
          nonce: secrets.nonce,
          ...(fresh && { prompt: "login", max_age: "0" }),
        });
        if (!anywhere && url.protocol !== "https:") throw new OidcProblem("away");
        return { ...secrets, url: url.href };
      } catch (error) {
        throw problemOf(error);
      }
    },

    async finish(provider, { redirectUri, query, state, nonce, verifier, fresh }) {
      try {
        const client = await import("openid-client");
        const config = await discovered(provider);
        const back = new URL(redirectUri);
        back.search = query;
        const tokens = await client.authorizationCodeGrant(config, back, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
          // Checked with some minutes of leeway for the user, whose sign-in it is the age of.
          ...(fresh && { maxAge: 10 * 60 }),
        });
        const claims = tokens.claims()!;
        const told =
          claims.email === undefined && config.serverMetadata().userinfo_endpoint
            ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
            : {};
        return claimsOf({ ...told, ...claims });
      } catch (error) {
        throw problemOf(error);
      }
    },
  };
}

async function mayAsk(issuer: string, anywhere: boolean): Promise<boolean> {
  const url = URL.parse(issuer);
  const known = url?.protocol === "https:" || (anywhere && url?.protocol === "http:");
  if (!url || !known || url.username !== "" || url.password !== "") return false;
  if (anywhere) return true;
  if (!isPublicHost(bareHost(url.hostname))) return false;
  const found = await lookUp(bareHost(url.hostname), { all: true }).catch(() => null);
  return found === null || found.some(({ address }) => isPublicAddress(address));
}

function claimsOf(told: Record<string, unknown>): OidcClaims {
  const email = address.safeParse(told.email);
  const name = typeof told.name === "string" ? told.name.trim().slice(0, 60) : "";
  return {
    issuer: told.iss as string,
    subject: told.sub as string,
    // True and nothing like it: some providers let users write any address.
    email: email.success && told.email_verified === true ? email.data : null,
    name: name || null,
  };
}

const awayCodes = [notPublic, "ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT"];

/** What the library, or the network below it, says: its text may hold tokens, so only its kind goes on. */
function problemOf(error: unknown): OidcProblem {
  if (error instanceof OidcProblem) return error;
  for (let inner: unknown = error; inner instanceof Error; inner = inner.cause) {
    const { code } = inner as NodeJS.ErrnoException;
    if (code === notPublic || code === "OAUTH_HTTP_REQUEST_FORBIDDEN") return new OidcProblem("private");
    const isAway = awayCodes.includes(code ?? "") || ["TimeoutError", "AbortError"].includes(inner.name);
    // A provider's page that is no answer of one: of an error, of a proxy.
    if (isAway || code === "OAUTH_RESPONSE_IS_NOT_CONFORM" || code === "OAUTH_RESPONSE_IS_NOT_JSON")
      return new OidcProblem("away");
  }
  return new OidcProblem("refused");
}
