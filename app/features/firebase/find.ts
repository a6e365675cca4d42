import type { Envelope, Identity } from "../../../contract/index.ts";
import type { FirebaseSettings } from "../../../contract/accounts/firebase.ts";
import { clientCodes } from "../../../contract/codes.ts";
import { marks } from "./marks.ts";

export type ProvenUid = { uid: string; proof: string };

/**
 * Firebase as this browser has it. Its SDK is fetched by what needs it, and by nothing else: signing in anonymously or
 * with Google, and asking for somebody who has done so here before. Nothing here rejects.
 */
export type FirebaseIdentity = {
  signInAnonymously: () => Promise<Envelope<Identity>>;
  /** Resolves when Firebase knows who is there; null = nobody it knows. */
  state: () => Promise<{ uid: string; name: string | null; avatar: string | null } | null>;
  /** A fresh proof of whoever is signed in with Firebase here, for a form to take along. */
  proof: () => Promise<ProvenUid | null>;
  signOut: () => Promise<void>;
};

/** Milliseconds Firebase may take to say who is there; start-up is not held up for longer. */
const patienceMs = 5_000;

/** @returns Firebase by the service's configuration; null where our own accounts are used */
export function findFirebase(config: Envelope<unknown>): FirebaseIdentity | null {
  const settings = settingsOf(config);
  return settings && firebaseOf(settings);
}

/** Firebase by its settings. */
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
