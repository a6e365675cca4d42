import type { Clock } from "../../ports/clock.ts";
import type { IdentityState, ProvenIdentity, VerifiedProof } from "../../ports/identity.ts";
import { stale, type AnswerOptions, type Asked } from "./google-answers.ts";
import type { GuestKeys } from "./guest-keys.ts";
import { skewS, type Proven, type VerifyIdToken } from "./id-token.ts";
import type { Account, IdentityToolkit, Signed } from "./identity-toolkit.ts";
import type { Seal } from "../../domain/kernel/seal.ts";

/** Seconds after a sign-in within which its proof alone allows deleting the account. */
const freshS = 300;

export type ProofParts = {
  toolkit: IdentityToolkit;
  verifyIdToken: VerifyIdToken;
  guestKeys: GuestKeys;
  seal: Seal;
  asked: Asked;
  fail: AnswerOptions["fail"];
  clock: Clock;
};

/** What Google's tokens prove: whose account it is, and whether it is a guest's. */
export function createProofs({ toolkit, verifyIdToken, guestKeys, seal, asked, fail, clock }: ProofParts) {
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

  return {
    prove,
    tokenOfGuest,

    async verify({ uid, proof }: { uid: string; proof: string }): Promise<VerifiedProof | null> {
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

    /** @returns the token in a proof, if it was made by a sign-in of the last minutes */
    async freshToken(uid: string, proof: string): Promise<string | null> {
      const token = tokenIn(proof, uid);
      const proven = await asked(verifyIdToken(token));
      const now = clock.now().getTime() / 1000;
      return proven?.uid === uid && now - proven.signedInAt <= freshS ? token : null;
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
