import type { FirebaseSettings } from "../../../contract/accounts/firebase.ts";
import type { CodeName, FieldReason } from "../../../contract/index.ts";
import { passwordLacks } from "../../../contract/accounts/password-policy.ts";
import type { Db } from "../../db/client.ts";
import type { Clock } from "../../ports/clock.ts";
import type { IdentityProvider, IdentityState, ProvenIdentity } from "../../ports/identity.ts";
import { createGuestKeys } from "./guest-keys.ts";
import { createIdTokenVerifier, skewS, type Proven } from "./id-token.ts";
import { Away, createIdentityToolkit, Refused, type Account, type Signed } from "./identity-toolkit.ts";
import { createPolicyReader } from "./password-policy.ts";
import { createSeal } from "./seal.ts";

export type FirebaseIdentityOptions = {
  settings: FirebaseSettings;
  db: Db;
  /** Source of the key that encrypts guests' refresh tokens. */
  secret: Uint8Array;
  clock: Clock;
  /** Makes the failure to throw for an expected problem. */
  fail: (code: CodeName, field?: { field: string; reason: FieldReason }) => Error;
  /** Receives the reason why Google could not be asked; the caller only sees `unavailable`. */
  onAway: (error: Error) => void;
};

/** Google's codes for an unknown account or a wrong password. The caller does not learn which. */
const badCredentials = ["EMAIL_NOT_FOUND", "INVALID_PASSWORD", "INVALID_LOGIN_CREDENTIALS", "USER_DISABLED"];
/** Google's codes for a token that is no longer valid. */
const stale = [
  "TOKEN_EXPIRED",
  "USER_NOT_FOUND",
  "USER_DISABLED",
  "INVALID_ID_TOKEN",
  "INVALID_REFRESH_TOKEN",
];
const signInAgain = [...stale, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"];
/** Seconds after a sign-in within which its proof alone allows deleting the account. */
const freshS = 300;
const tooOften = ["TOO_MANY_ATTEMPTS_TRY_LATER", "RESET_PASSWORD_EXCEED_LIMIT", "QUOTA_EXCEEDED"];

/**
 * Firebase Authentication as the identity provider. A proof is a Firebase ID token: plain when the browser's SDK made
 * it, sealed when the calls below made it for forms without scripts. Google returns the same token text for one account
 * within a second; sealing makes each proof distinct. Expected problems are thrown as `fail` makes them: `unavailable`,
 * `too_many_requests`, a refused field. Any other refusal by Google means a wrong project setup and is thrown
 * unchanged.
 */
export function createFirebaseIdentity(options: FirebaseIdentityOptions): IdentityProvider {
  const { settings, clock, fail } = options;
  const toolkit = createIdentityToolkit({ settings });
  const verifyIdToken = createIdTokenVerifier({ settings, clock });
  const guestKeys = createGuestKeys(options);
  const policy = createPolicyReader({ toolkit, clock });
  const seal = createSeal(options.secret, "firebase-proof");

  /** @returns the result of the work, or null when Google refuses it with one of these codes */
  async function asked<T>(work: Promise<T>, refusals: string[] = [], password = ""): Promise<T | null> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof Away) {
        options.onAway(error);
        throw fail("unavailable");
      }
      if (!(error instanceof Refused)) throw error;
      if (refusals.includes(error.code)) return null;
      if (tooOften.includes(error.code)) throw fail("too_many_requests");
      if (signInAgain.includes(error.code)) throw fail("bad_credentials");
      if (error.code === "INVALID_EMAIL") throw fail("invalid", { field: "email", reason: "format" });
      if (error.code === "WEAK_PASSWORD")
        throw fail("invalid", {
          field: "password",
          reason: passwordLacks(policy(), password) ?? "too_short",
        });
      if (error.code === "PASSWORD_DOES_NOT_MEET_REQUIREMENTS")
        throw fail("invalid", { field: "password", reason: passwordLacks(policy(), password) ?? "format" });
      throw error;
    }
  }

  /**
   * @returns the claims of a token and Google's present account; null also when the token was revoked, the account was
   *   disabled or deleted, or a guest's token names an account that is no longer a guest's
   */
  async function accountOf(token: string): Promise<{ account: Account; proven: Proven } | null> {
    // Verify locally first: a forged token is refused without a call to Google.
    const proven = await asked(verifyIdToken(token));
    if (proven === null) return null;
    const account = await asked(toolkit.lookup(token), stale);
    if (account?.localId !== proven.uid || account.disabled) return null;
    return proven.anonymous && !stateOf(account).anonymous ? null : { account, proven };
  }

  async function prove({ idToken, localId }: Signed): Promise<ProvenIdentity> {
    const account = await asked(toolkit.lookup(idToken), stale);
    if (account?.localId !== localId) throw fail("unauthorised");
    return { state: stateOf(account), proof: seal.close(idToken, localId) };
  }

  /** The ID token inside a proof of this uid, or the proof itself when it is one. */
  const tokenIn = (proof: string, uid: string) => seal.open(proof, uid)?.text ?? proof;

  /**
   * Returns a valid ID token of a guest: the browser's own, else one made with the key this server keeps.
   * @returns null when there is neither, or when the account is no longer a guest's and must not be taken over
   */
  async function tokenOfGuest(uid: string, proof: string | undefined): Promise<string | null> {
    for (const find of [async () => (proof ? tokenIn(proof, uid) : null), () => renewed(uid)]) {
      const token = await find();
      const found = token === null ? null : await accountOf(token);
      if (found?.account.localId === uid) return stateOf(found.account).anonymous ? token : null;
    }
    return null;
  }

  async function renewed(uid: string): Promise<string | null> {
    const refreshToken = await guestKeys.find(uid);
    const fresh = refreshToken === null ? null : await asked(toolkit.refresh(refreshToken), stale);
    return fresh?.idToken ?? null;
  }

  const signInWithPassword = (email: string, password: string) =>
    asked(toolkit.signInWithPassword({ email, password }), [...badCredentials, "INVALID_EMAIL"]);

  return {
    kind: "firebase",
    passwordPolicy: policy,

    async verify({ uid, proof }) {
      const sealed = seal.open(proof, uid);
      const found = await accountOf(sealed?.text ?? proof);
      if (found?.account.localId !== uid) return null;
      const { signedInAt, madeAt, expiresAt, id } = found.proven;
      const state = stateOf(found.account);
      // A refresh token makes new ID tokens, so a member's proof counts from the last password or Google sign-in. A
      // guest cannot sign in again, so a guest's counts from when the token was made. Google's clock may also be behind
      // ours.
      const provenS = (state.anonymous ? madeAt : signedInAt) + skewS;
      const at = (seconds: number) => new Date(seconds * 1000);
      return { state, id: sealed?.id ?? id, provenAt: at(provenS), expiresAt: at(expiresAt) };
    },

    async createAnonymous() {
      const made = (await asked(toolkit.signUpAnonymously()))!;
      await guestKeys.keep({ uid: made.localId, refreshToken: made.refreshToken });
      return {
        state: { uid: made.localId, anonymous: true, email: null, name: null, avatar: null },
        proof: seal.close(made.idToken, made.localId),
      };
    },

    async signIn({ email, password }) {
      const signed = await signInWithPassword(email, password);
      return signed && prove(signed);
    },

    async signUp({ email, password, name, guestUid, guestProof }) {
      const account = { email, password, ...(name ? { displayName: name } : {}) };
      const guest = guestUid === null ? null : await tokenOfGuest(guestUid, guestProof);
      if (guest !== null) {
        // A guest whose account was deleted gets a new one, and the kept data is merged into it.
        const kept = await asked(
          toolkit.signUp({ ...account, idToken: guest }),
          [...stale, "EMAIL_EXISTS"],
          password,
        );
        if (kept) {
          await guestKeys.forget(kept.localId);
          return prove(kept);
        }
      }
      const made = await asked(toolkit.signUp(account), ["EMAIL_EXISTS"], password);
      return made && prove(made);
    },

    // Google does not tell, or tells only by creating the account.
    isKnown: async () => null,

    async forgotPassword(input) {
      // Google sends the mail itself. The caller does not learn whether the account exists.
      await asked(toolkit.sendPasswordReset(input), ["EMAIL_NOT_FOUND", "INVALID_EMAIL", "USER_DISABLED"]);
      return null;
    },

    async resetPassword({ code, password }) {
      const codeRefused = ["INVALID_OOB_CODE", "EXPIRED_OOB_CODE", "USER_NOT_FOUND", "USER_DISABLED"];
      const reset = toolkit.resetPassword({ oobCode: code, newPassword: password });
      const done = await asked(reset, codeRefused, password);
      const signed = done && (await signInWithPassword(done.email, password));
      return signed && (await prove(signed)).state;
    },

    async changePassword({ uid, email, current, password }) {
      const signed = await signInWithPassword(email, current);
      if (signed?.localId !== uid) return false;
      await asked(toolkit.update({ idToken: signed.idToken, password }), [], password);
      return true;
    },

    async confirmOwner({ uid, email, password, proof }) {
      const erase = (token: string) => ({
        // An account that is already deleted needs no work.
        erase: async () => void (await asked(toolkit.deleteAccount(token), ["USER_NOT_FOUND"])),
      });
      if (email === null) {
        const token = await tokenOfGuest(uid, proof);
        // Without a token of this guest, Google cannot be asked, and Google's data does not identify the person.
        return token === null ? { erase: async () => {} } : erase(token);
      }
      if (password !== undefined) {
        const signed = await signInWithPassword(email, password);
        return signed?.localId === uid ? erase(signed.idToken) : null;
      }
      if (proof === undefined) return null;
      const token = tokenIn(proof, uid);
      const proven = await asked(verifyIdToken(token));
      const now = clock.now().getTime() / 1000;
      return proven?.uid === uid && now - proven.signedInAt <= freshS ? erase(token) : null;
    },
  };
}

/**
 * An account without a sign-in method is a guest. The claim in an ID token may be outdated, so it is not enough. A
 * guest linked to Google gets name, picture and e-mail through that link only.
 */
function stateOf(account: Account): IdentityState {
  const ways = account.providerUserInfo ?? [];
  const said = (field: "email" | "displayName" | "photoUrl") =>
    account[field] ?? ways.find((way) => way[field])?.[field] ?? null;
  return {
    uid: account.localId,
    anonymous: !account.email && ways.length === 0,
    email: said("email"),
    name: said("displayName"),
    avatar: said("photoUrl"),
  };
}
