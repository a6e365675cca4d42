/** What the identity provider says of a user. */
export type IdentityState = {
  uid: string;
  anonymous: boolean;
  email: string | null;
  name: string | null;
  avatar: string | null;
};

/** An identity and a short-lived, signed statement about it that `login/uid` accepts. */
export type ProvenIdentity = { state: IdentityState; proof: string };

/**
 * Who people are. Accounts and passwords are the provider's; our own sessions begin where a proof was verified.
 */
export type IdentityProvider = {
  kind: "local";
  /** @returns the identity's present state, or null when the proof is not a valid one for this uid */
  verify: (claim: { uid: string; proof: string }) => Promise<IdentityState | null>;
  createAnonymous: () => Promise<ProvenIdentity>;
  /** @returns null for an unknown e-mail and a wrong password alike, after the same work */
  signIn: (input: { email: string; password: string }) => Promise<ProvenIdentity | null>;
  /**
   * A new account; with `guestUid` the anonymous identity becomes the account and keeps its uid.
   * @returns null when the e-mail is taken
   */
  signUp: (input: {
    email: string;
    password: string;
    name: string | null;
    guestUid: string | null;
  }) => Promise<ProvenIdentity | null>;
};
