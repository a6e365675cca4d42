import { eq } from "drizzle-orm";
import type { OutputOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { SettingValues } from "../../../../contract/service/settings.ts";
import type { Db } from "../../../db/client.ts";
import { passkeys } from "../../../db/schema.ts";
import type { ExternalIdentities, IdentityProvider, ProvenIdentity } from "../../../ports/identity.ts";
import { OidcProblem, type OidcClaims, type OidcClient, type OidcProvider } from "../../../ports/oidc.ts";
import { Failure } from "../../kernel/failure.ts";
import type { Seal } from "../../kernel/seal.ts";
import type { User } from "../../kernel/user.ts";
import { requireOpenSignUp } from "../../service/settings/save-settings.ts";
import { tellOwnerOfFactor, type TellOwnerDeps } from "../factors/tell-owner.ts";
import { beginAttempt, endAttempt } from "./oidc-attempts.ts";

export type OidcDeps = TellOwnerDeps & {
  db: Db;
  seal: Seal;
  identity: IdentityProvider;
  oidc: OidcClient;
  /** Scheme and host that browsers know the service by. */
  publicOrigin: string | undefined;
};

/** The page that the provider sends browsers back to. */
const backPath = "/page/login/oidc";

/** Identities of one account. */
const mostLinked = 10;

/** The provider that the operator has set, and the name of its button; null = none. */
export function providerOf(
  { identity, publicOrigin }: Pick<OidcDeps, "identity" | "publicOrigin">,
  { oidcIssuer: issuer, oidcClientId: clientId, oidcSecret, oidcLabel }: SettingValues,
): (OidcProvider & { label: string }) | null {
  if (!issuer || !clientId || !publicOrigin || !identity.external) return null;
  return { issuer, clientId, clientSecret: oidcSecret, label: oidcLabel ?? new URL(issuer).hostname };
}

/**
 * Where the user's browser goes to sign in, and the ticket that it has to come back with.
 * @param user who links an identity; null = a sign-in
 * @param fresh the provider has to ask its user anew: a session here may be held by someone else
 * @throws Failure not_found without a provider · oidc_away
 */
export async function beginOidc(
  deps: OidcDeps,
  { user, fresh, values, now }: { user: User | null; fresh: boolean; values: SettingValues; now: Date },
): Promise<OutputOf<"oidc/begin">> {
  const provider = requireProvider(deps, values);
  const { url, ...secrets } = await asFailure(
    deps.oidc.begin(provider, { redirectUri: backOf(deps), fresh }),
  );
  const { issuer, clientId } = provider;
  const attempt = { ...secrets, issuer, clientId, fresh };
  const ticket = await beginAttempt(deps, { attempt, uid: user?.uid ?? null, now });
  return { url, ticket, label: provider.label };
}

/**
 * Who came back from the provider. Its issuer and subject are the key: an e-mail opens no account that exists.
 * @returns a proof of the account, which is made where there is none yet
 * @throws Failure oidc_refused · oidc_away · oidc_email_taken · sign_up_closed
 */
export async function enterByOidc(
  deps: OidcDeps,
  input: { ticket: string; callback: string; values: SettingValues; now: Date },
): Promise<ProvenIdentity> {
  const claims = await claimsOf(deps, { ...input, uid: null });
  const external = externalOf(deps);
  const known = await external.find(claims);
  if (known) return known;
  requireOpenSignUp(input.values);
  const made = await external.create(claims);
  if (!made) throw new Failure("oidc_email_taken");
  return made;
}

/**
 * Links who came back from the provider to the account that began it.
 * @throws Failure oidc_refused · oidc_away · oidc_linked: it is another account's
 */
export async function linkOidc(
  deps: OidcDeps,
  input: { user: User; ticket: string; callback: string; values: SettingValues; locale: Locale; now: Date },
): Promise<void> {
  const { user, locale } = input;
  const { uid, email } = user;
  const claims = await claimsOf(deps, { ...input, uid });
  const external = externalOf(deps);
  if ((await external.list(uid)).length >= mostLinked) throw new Failure("conflict");
  const { issuer, subject } = claims;
  const isOurs = await external.link({ uid, issuer, subject, label: claims.email ?? claims.name });
  if (!isOurs) throw new Failure("oidc_linked");
  tellOwnerOfFactor(deps, { event: "linked", email, locale });
}

/** The caller's identities, and the provider that another one can be linked at. */
export async function listLinked(
  deps: OidcDeps,
  { user, values }: { user: User; values: SettingValues },
): Promise<OutputOf<"oidc/list">> {
  const provider = mayLink(user) ? providerOf(deps, values) : null;
  const items = (await deps.identity.external?.list(user.uid)) ?? [];
  return {
    label: provider?.label ?? null,
    items: items.map(({ issuer, subject, label, createdAt }) => ({
      issuer,
      subject,
      label,
      createdAt: createdAt.toISOString(),
    })),
  };
}

/**
 * Takes an identity from an account; one that is gone does nothing.
 * @throws Failure last_way: the account could not be opened any more
 */
export async function unlinkOidc(
  deps: OidcDeps,
  { user, issuer, subject, locale }: { user: User; issuer: string; subject: string; locale: Locale },
): Promise<void> {
  const { uid, email } = user;
  const external = externalOf(deps);
  const others = (await external.list(uid)).filter((one) => one.issuer !== issuer || one.subject !== subject);
  const [key] = await deps.db
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(eq(passkeys.uid, uid))
    .limit(1);
  const byMail = email !== null && deps.mailer !== null;
  if (!key && !byMail && others.length === 0 && !(await external.hasPassword(uid)))
    throw new Failure("last_way");
  if (await external.unlink({ uid, issuer, subject }))
    tellOwnerOfFactor(deps, { event: "unlinked", email, locale });
}

/** A guest has nothing to link to, and native hosts vouch for their own. */
export function mayLink({ anonymous, uid }: User): boolean {
  return !anonymous && !uid.startsWith("native:");
}

async function claimsOf(
  deps: OidcDeps,
  input: { ticket: string; callback: string; values: SettingValues; uid: string | null; now: Date },
): Promise<OidcClaims> {
  const { callback: query, values } = input;
  const provider = requireProvider(deps, values);
  const attempt = await endAttempt(deps, input);
  // Begun at another provider, before the operator changed it.
  const isSame = attempt?.issuer === provider.issuer && attempt.clientId === provider.clientId;
  if (!attempt || !isSame) throw new Failure("oidc_refused");
  return asFailure(deps.oidc.finish(provider, { ...attempt, query, redirectUri: backOf(deps) }));
}

function requireProvider(deps: OidcDeps, values: SettingValues) {
  const provider = providerOf(deps, values);
  if (!provider) throw new Failure("not_found");
  return provider;
}

function externalOf({ identity }: OidcDeps): ExternalIdentities {
  if (!identity.external) throw new Failure("not_found");
  return identity.external;
}

function backOf({ publicOrigin }: OidcDeps): string {
  return `${publicOrigin}${backPath}`;
}

async function asFailure<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof OidcProblem)) throw error;
    throw new Failure(error.kind === "refused" ? "oidc_refused" : "oidc_away");
  }
}
