import type { PasswordPolicy } from "../../contract/accounts/password-policy.ts";

/** The identity provider's data about a user. */
export type IdentityState = {
  uid: string;
  anonymous: boolean;
  email: string | null;
  name: string | null;
  avatar: string | null;
};

/**
 * Content of a proof. `id` identifies the proof, however it is spelt: a proof opens one session. `provenAt` is when the
 * user proved their identity; `expiresAt` is when the proof becomes invalid.
 */
export type VerifiedProof = { state: IdentityState; id: string; provenAt: Date; expiresAt: Date };

/** An identity and a short-lived signed proof of it that `login/uid` accepts once. */
export type ProvenIdentity = { state: IdentityState; proof: string };

/** Identifies users. The provider holds accounts and passwords; our own sessions begin when a proof is verified. */
export type IdentityProvider = {
  kind: "local" | "firebase";
  /**
   * @returns the present state of the identity, or null when the proof is not valid for this uid or its subject has
   *   changed since: the guest became an account, or the password was changed
   */
  verify: (claim: { uid: string; proof: string }) => Promise<VerifiedProof | null>;
  /** The known rules for a new password. Never waits. */
  passwordPolicy: () => PasswordPolicy;
  createAnonymous: () => Promise<ProvenIdentity>;
  /** @returns null for an unknown e-mail and for a wrong password, after the same work */
  signIn: (input: { email: string; password: string }) => Promise<ProvenIdentity | null>;
  /**
   * Creates an account; with `guestUid` the guest's identity becomes the account and keeps its uid. `guestProof` is the
   * browser's proof of the guest, for a provider that requires one.
   * @returns null when the e-mail is taken
   */
  signUp: (input: {
    email: string;
    password: string;
    name: string | null;
    guestUid: string | null;
    guestProof?: string | undefined;
  }) => Promise<ProvenIdentity | null>;
  /** @returns whether this e-mail has an account; null when the provider does not tell. No request waits for it. */
  isKnown: (email: string) => Promise<boolean | null>;
  /**
   * Begins the reset of a forgotten password. The caller has its answer already, so no request waits for this.
   * @param locale of the mail, for a provider that sends it itself
   * @returns the mail's data; null when there is no such account, or when the provider sends its own mail
   */
  forgotPassword: (input: { email: string; locale: string }) => Promise<PasswordReset | null>;
  /**
   * Sets a new password with the code from such a mail, once.
   * @returns the account; null for a code that is unknown, used or expired
   */
  resetPassword: (input: { code: string; password: string }) => Promise<IdentityState | null>;
  /** @returns whether `current` was the password; the new password is set only then */
  changePassword: (input: {
    uid: string;
    email: string;
    current: string;
    password: string;
  }) => Promise<boolean>;
  /**
   * Checks before a deletion, or before an admin makes another owner, that the account's owner asks for it: by the
   * password, or by a fresh proof if the browser has one. For an account without a password the session is enough.
   * @returns null when the check fails or is not possible
   */
  confirmOwner: (input: {
    uid: string;
    email: string | null;
    password: string | undefined;
    proof: string | undefined;
  }) => Promise<ConfirmedOwner | null>;
};

/** `code` opens the account until `expiresAt`: use it only in the mail. */
export type PasswordReset = { email: string; name: string | null; code: string; expiresAt: Date };

export type ConfirmedOwner = {
  /**
   * Removes the data that the provider keeps outside our database. It runs last in the transaction that removes the
   * rest, so that a refusal rolls that back; it must not use the database itself.
   */
  erase: () => Promise<void>;
};
