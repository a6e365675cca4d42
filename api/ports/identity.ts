import type { PasswordPolicy } from "../../contract/accounts/password-policy.ts";

/** What the identity provider says of a user. */
export type IdentityState = {
  uid: string;
  anonymous: boolean;
  email: string | null;
  name: string | null;
  avatar: string | null;
};

/**
 * What a proof says. `id` is the proof's own, however it is spelt: a proof opens one session. `provenAt` is when the
 * person proved who they are, `expiresAt` when the proof is worth nothing any more.
 */
export type VerifiedProof = { state: IdentityState; id: string; provenAt: Date; expiresAt: Date };

/** An identity and a short-lived, signed statement about it that `login/uid` accepts, once. */
export type ProvenIdentity = { state: IdentityState; proof: string };

/**
 * Who people are. Accounts and passwords are the provider's; our own sessions begin where a proof was verified.
 */
export type IdentityProvider = {
  kind: "local" | "firebase";
  /**
   * @returns the identity's present state, or null when the proof is not a valid one for this uid, or when what it
   *   proved has changed since: a guest has become an account, the password is another one
   */
  verify: (claim: { uid: string; proof: string }) => Promise<VerifiedProof | null>;
  /** What a new password has to be, as far as is known now. Never waits. */
  passwordPolicy: () => PasswordPolicy;
  createAnonymous: () => Promise<ProvenIdentity>;
  /** @returns null for an unknown e-mail and a wrong password alike, after the same work */
  signIn: (input: { email: string; password: string }) => Promise<ProvenIdentity | null>;
  /**
   * A new account; with `guestUid` the anonymous identity becomes the account and keeps its uid. `guestProof` is a
   * proof of the guest's that the browser had, for a provider that wants one.
   * @returns null when the e-mail is taken
   */
  signUp: (input: {
    email: string;
    password: string;
    name: string | null;
    guestUid: string | null;
    guestProof?: string | undefined;
  }) => Promise<ProvenIdentity | null>;
  /** @returns whether there is an account of this e-mail; null where the provider does not tell. Nobody waits for it. */
  isKnown: (email: string) => Promise<boolean | null>;
  /**
   * Begins the reset of a forgotten password. Nobody waits for it: the caller has been answered already.
   * @param locale of the mail, where the provider sends it itself
   * @returns what to mail to the owner; null when there is no such account, or when the provider sends its own mail
   */
  forgotPassword: (input: { email: string; locale: string }) => Promise<PasswordReset | null>;
  /**
   * Sets a new password by the code of such a mail, once.
   * @returns whose it was; null for a code that is unknown, used or too old
   */
  resetPassword: (input: { code: string; password: string }) => Promise<IdentityState | null>;
  /** @returns whether `current` was the password; only then it is the new one now */
  changePassword: (input: {
    uid: string;
    email: string;
    current: string;
    password: string;
  }) => Promise<boolean>;
  /**
   * Makes sure, before an account is deleted, that its owner asks: by the password, or by a fresh proof where the
   * browser has one. An account without a password is its session's.
   * @returns null when it is somebody else, or can't be known
   */
  confirmOwner: (input: {
    uid: string;
    email: string | null;
    password: string | undefined;
    proof: string | undefined;
  }) => Promise<ConfirmedOwner | null>;
};

/** `code` opens the account until `expiresAt`: it is for the mail alone. */
export type PasswordReset = { email: string; name: string | null; code: string; expiresAt: Date };

export type ConfirmedOwner = {
  /**
   * Removes what the provider keeps outside our database. Called last within the transaction that removes the rest,
   * so that a refusal undoes that; it must not use the database itself.
   */
  erase: () => Promise<void>;
};
