import type { Envelope, Identity } from "../../../contract/index.ts";
import type { FirebaseSettings } from "../../../contract/accounts/firebase.ts";
import { clientCodes } from "../../../contract/codes.ts";
import { marks } from "./marks.ts";

export type ProvenUid = { uid: string; proof: string };

/**
 * Firebase in this browser. Its SDK loads only on demand: to sign in anonymously or with Google, and to look for a user
 * who has done so here before. Nothing here rejects.
 */
export type FirebaseIdentity = {
  signInAnonymously: () => Promise<Envelope<Identity>>;
  /** Resolves when Firebase knows the user; null = it knows none. */
  state: () => Promise<{ uid: string; name: string | null; avatar: string | null } | null>;
  /** A fresh proof of the user signed in with Firebase here, for a form to send along. */
  proof: () => Promise<ProvenUid | null>;
  signOut: () => Promise<void>;
};

/** Milliseconds Firebase may take to report the user; start-up does not wait longer. */
const patienceMs = 5_000;

/** @returns Firebase by the service's configuration; null if the service uses its own accounts */
export function findFirebase(config: Envelope<unknown>): FirebaseIdentity | null {
  const settings = settingsOf(config);
  return settings && firebaseOf(settings);
}

/** Firebase with these settings. */
export function firebaseOf(settings: FirebaseSettings): FirebaseIdentity {
  const load = async () => (await import("./firebase-auth.ts")).firebaseAuth(settings);
  const known = async <T>(ask: (auth: Awaited<ReturnType<typeof load>>) => Promise<T>): Promise<T | null> =>
    marks.read("firebase") === null
      ? null
      : load()
          .then(ask)
          .catch(() => null);
  return {
    signInAnonymously: () =>
      load()
        .then((auth) => auth.signInAnonymously())
        .then(
          (identity) => ({ c: 0 as const, m: "", d: identity }),
          () => ({ c: clientCodes.network, m: "", d: null }),
        ),
    state: () => {
      const late = new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null));
      return Promise.race([known((auth) => auth.state()), late]);
    },
    proof: () => known((auth) => auth.proof()),
    signOut: async () => void (await known((auth) => auth.signOut())),
  };
}

/** @returns the configuration's part for Firebase, or null */
export function settingsOf(config: Envelope<unknown>): FirebaseSettings | null {
  const found = config.d as { identity?: { firebase?: FirebaseSettings | null } } | null;
  return (config.c === 0 && found?.identity?.firebase) || null;
}
