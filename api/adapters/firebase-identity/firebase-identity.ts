import type { FirebaseSettings } from "../../../contract/accounts/firebase.ts";
import type { Db } from "../../db/client.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ConfirmedOwner, IdentityProvider } from "../../ports/identity.ts";
import { createAsked, stale, type AnswerOptions, type Asked } from "./google-answers.ts";
import { createGuestKeys } from "./guest-keys.ts";
import { createIdTokenVerifier } from "./id-token.ts";
import { createIdentityToolkit, type IdentityToolkit, type Signed } from "./identity-toolkit.ts";
import { createPolicyReader } from "./password-policy.ts";
import { createProofs } from "./proofs.ts";
import { createSeal } from "../../domain/kernel/seal.ts";

export type FirebaseIdentityOptions = {
  settings: FirebaseSettings;
  db: Db;
  /** Source of the key that encrypts guests' refresh tokens. */
  secret: Uint8Array;
  clock: Clock;
} & Pick<AnswerOptions, "fail" | "onAway">;

/** Google's codes for an unknown account or a wrong password. The caller does not learn which. */
const badCredentials = ["EMAIL_NOT_FOUND", "INVALID_PASSWORD", "INVALID_LOGIN_CREDENTIALS", "USER_DISABLED"];

/**
 * Firebase Authentication as the identity provider. A proof is a Firebase ID token: plain when the browser's SDK made
 * it, sealed when the calls below made it for forms without scripts. Google returns the same token text for one account
 * within a second; sealing makes each proof distinct. Expected problems are thrown as `fail` makes them: `unavailable`,
 * `too_many_requests`, a refused field. Any other refusal by Google means a wrong project setup and is thrown
 * unchanged.
 */
export function createFirebaseIdentity(options: FirebaseIdentityOptions): IdentityProvider {
  const { settings, clock, fail, onAway } = options;
  const toolkit = createIdentityToolkit({ settings });
  const verifyIdToken = createIdTokenVerifier({ settings, clock });
  const guestKeys = createGuestKeys(options);
  const policy = createPolicyReader({ toolkit, clock });
  const seal = createSeal(options.secret, "firebase-proof");
  const asked = createAsked({ fail, onAway, policy });
  const proofs = createProofs({ toolkit, verifyIdToken, guestKeys, seal, asked, fail, clock });
  const { prove, tokenOfGuest } = proofs;

  const signInWithPassword = (email: string, password: string) =>
    asked(toolkit.signInWithPassword({ email, password }), [...badCredentials, "INVALID_EMAIL"]);

  return {
    kind: "firebase",
    addresses: null,
    passwordPolicy: policy,
    links: null,
    external: null,

    verify: proofs.verify,

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

    confirmOwner: (owner) => confirmOwner({ toolkit, asked, proofs, signInWithPassword }, owner),
  };
}

type OwnerParts = {
  toolkit: IdentityToolkit;
  asked: Asked;
  proofs: ReturnType<typeof createProofs>;
  signInWithPassword: (email: string, password: string) => Promise<Signed | null>;
};

async function confirmOwner(
  { toolkit, asked, proofs, signInWithPassword }: OwnerParts,
  { uid, email, password, proof }: Parameters<IdentityProvider["confirmOwner"]>[0],
): Promise<ConfirmedOwner | null> {
  const erase = (token: string) => ({
    // An account that is already deleted needs no work.
    erase: async () => void (await asked(toolkit.deleteAccount(token), ["USER_NOT_FOUND"])),
  });
  if (email === null) {
    const token = await proofs.tokenOfGuest(uid, proof);
    // Without a token of this guest, Google cannot be asked, and Google's data does not identify the user.
    return token === null ? { erase: async () => {} } : erase(token);
  }
  if (password !== undefined) {
    const signed = await signInWithPassword(email, password);
    return signed?.localId === uid ? erase(signed.idToken) : null;
  }
  if (proof === undefined) return null;
  const token = await proofs.freshToken(uid, proof);
  return token === null ? null : erase(token);
}
