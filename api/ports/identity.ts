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

/** The e-mail addresses of a provider's accounts, where it leaves their proof to us. */
export type AddressBook = {
  isConfirmed: (uid: string) => Promise<boolean>;
  /** @returns false if the account has another address by now */
  confirm: (account: { uid: string; email: string }) => Promise<boolean>;
  /** Puts a proven address in place of an account's. @returns false if another account has it */
  change: (account: { uid: string; email: string }) => Promise<boolean>;
};

/** Identifies users. The provider holds accounts and passwords; our own sessions begin when a proof is verified. */
export type IdentityProvider = {
  kind: "local" | "firebase";
  /** Null for a provider that confirms and changes addresses itself. */
  addresses: AddressBook | null;
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
  /** Signing in by a mailed link; null for a provider that has its own way. */
  links: SignInLinks | null;
  /** Accounts of users of the operator's own provider; null for a provider that has its own way. */
  external: ExternalIdentities | null;
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

export type SignInLinks = {
  /**
   * Makes a code for a mail. The caller has its answer already, so no request waits for this.
   * @returns null when there is no such account. `code` opens it for a quarter of an hour: use it only in the mail.
   */
  begin: (email: string) => Promise<{ email: string; code: string } | null>;
  /**
   * Uses a code up, and the account's other ones.
   * @returns null for one that is unknown, used or expired, or from before the account's sessions were ended
   */
  enter: (code: string) => Promise<ProvenIdentity | null>;
};

/** A user of another provider: `subject` at `issuer`, which together never name another one. */
type ExternalKey = { issuer: string; subject: string };

export type ExternalIdentities = {
  /** A proof of the account that an identity is linked to; null = none. */
  find: (identity: ExternalKey) => Promise<ProvenIdentity | null>;
  /**
   * Makes an account, with its identity.
   * @param identity `email` only if the provider has verified it
   * @returns null when the e-mail is another account's, which nothing happens to
   */
  create: (
    identity: ExternalKey & { email: string | null; name: string | null },
  ) => Promise<ProvenIdentity | null>;
  /** @returns false when the identity is another account's */
  link: (link: ExternalKey & { uid: string; label: string | null }) => Promise<boolean>;
  list: (uid: string) => Promise<(ExternalKey & { label: string | null; createdAt: Date })[]>;
  /** @returns whether there was one */
  unlink: (link: ExternalKey & { uid: string }) => Promise<boolean>;
  hasPassword: (uid: string) => Promise<boolean>;
};

export type ConfirmedOwner = {
  /**
   * Removes the data that the provider keeps outside our database. It runs last in the transaction that removes the
   * rest, so that a refusal rolls that back; it must not use the database itself.
   */
  erase: () => Promise<void>;
};
