/** An OpenID Connect provider, as the operator has set it. */
export type OidcProvider = { issuer: string; clientId: string; clientSecret: string | null };

/** What has to come back from the provider as it was sent, and what proves who sent it. */
export type OidcSecrets = { state: string; nonce: string; verifier: string };

/** Who the provider says that its user is. */
export type OidcClaims = {
  issuer: string;
  subject: string;
  /** Only an address that the provider has verified. */
  email: string | null;
  name: string | null;
};

/**
 * `away`: the provider does not answer, or not as one. `refused`: it, or the check of its answer, says no. `private`: its
 * address is none of the internet.
 */
export class OidcProblem extends Error {
  readonly kind: "away" | "refused" | "private";
  constructor(kind: OidcProblem["kind"], cause?: unknown) {
    super(`oidc: ${kind}`, { cause });
    this.kind = kind;
  }
}

/** The code flow with PKCE, against addresses that an admin has typed. */
export type OidcClient = {
  /** Whether an issuer's address may be asked at all. */
  allows: (issuer: string) => Promise<boolean>;
  /**
   * Where the user's browser goes to sign in.
   * @param fresh the provider has to ask its user even if they are signed in there
   * @throws OidcProblem
   */
  begin: (
    provider: OidcProvider,
    options: { redirectUri: string; fresh: boolean },
  ) => Promise<OidcSecrets & { url: string }>;
  /**
   * Exchanges what the browser came back with: issuer, audience, signature, times, nonce and state are checked.
   * @param query of the address that the browser came back to
   * @throws OidcProblem
   */
  finish: (
    provider: OidcProvider,
    options: OidcSecrets & { redirectUri: string; fresh: boolean; query: string },
  ) => Promise<OidcClaims>;
};
