import {
  browserPopupRedirectResolver,
  getRedirectResult,
  GoogleAuthProvider,
  linkWithPopup,
  reauthenticateWithPopup,
  signInWithCredential,
  signInWithPopup,
  signInWithRedirect,
  type Auth,
  type User,
} from "firebase/auth";
import type { FirebaseSettings } from "../../../contract/accounts/firebase.ts";
import type { ProvenUid } from "./find.ts";
import { authOf } from "./firebase-auth.ts";
import { marks } from "./marks.ts";

/** `away`: the browser is leaving for Google's page. `closed`: the user has cancelled. */
export type GoogleOutcome = ProvenUid | "away" | "closed";

const closed = ["auth/popup-closed-by-user", "auth/cancelled-popup-request", "auth/user-cancelled"];
const noPopup = [
  "auth/popup-blocked",
  "auth/operation-not-supported-in-this-environment",
  "auth/web-storage-unsupported",
];
/** Codes for a Google account that is in use already: signs in to that account; the server merges the guest's data. */
const taken = ["auth/credential-already-in-use", "auth/email-already-in-use"];
const pendingKey = "google-redirect";

/**
 * Signs in with Google, in a separate window, or on this page if no window may open. A Firebase guest becomes the
 * account and keeps the uid, provided that this session is the guest's and a window could open.
 * @param guestUid of the present session, if it is a guest's
 * @throws the SDK's error
 */
export async function signInWithGoogle(
  settings: FirebaseSettings,
  guestUid: string | null,
): Promise<GoogleOutcome> {
  const auth = authOf(settings);
  await auth.authStateReady();
  const guest = guestOf(auth, guestUid);
  const provider = new GoogleAuthProvider();
  try {
    const result = guest
      ? await linkWithPopup(guest, provider, browserPopupRedirectResolver)
      : await signInWithPopup(auth, provider, browserPopupRedirectResolver);
    return await proven(result.user);
  } catch (error) {
    const code = codeOf(error);
    if (closed.includes(code)) return "closed";
    if (taken.includes(code)) return asTaken(auth, error);
    if (!noPopup.includes(code)) throw error;
    sessionStorage.setItem(pendingKey, "1");
    // Does not link: a guest who left to be linked and never came back would keep the SDK from starting without
    // Google's frame. The server merges the guest's data.
    await signInWithRedirect(auth, provider, browserPopupRedirectResolver);
    return "away";
  }
}

/** @returns whether this page was left for Google's and the answer still has to be read */
export function isBackFromGoogle(): boolean {
  return sessionStorage.getItem(pendingKey) !== null;
}

/**
 * Reads the answer of a sign-in that left this page.
 * @returns null if there is none
 * @throws the SDK's error
 */
export async function takeRedirect(settings: FirebaseSettings): Promise<ProvenUid | null> {
  sessionStorage.removeItem(pendingKey);
  const auth = authOf(settings);
  const result = await getRedirectResult(auth, browserPopupRedirectResolver);
  return result && proven(result.user);
}

/** @returns whether this user is signed in with Firebase here, by Google */
export async function isByGoogle(settings: FirebaseSettings, uid: string): Promise<boolean> {
  const auth = authOf(settings);
  await auth.authStateReady();
  const user = auth.currentUser;
  return (
    user?.uid === uid && user.providerData.some((way) => way.providerId === GoogleAuthProvider.PROVIDER_ID)
  );
}

/**
 * Asks the user to sign in with Google once more, for an action that needs more than a session.
 * @returns a proof made just now; `closed` if the user cancelled
 * @throws the SDK's error, also if another user has signed in
 */
export async function proveAgain(settings: FirebaseSettings): Promise<ProvenUid | "closed"> {
  const user = authOf(settings).currentUser;
  if (!user) return "closed";
  try {
    const provider = new GoogleAuthProvider();
    return await proven((await reauthenticateWithPopup(user, provider, browserPopupRedirectResolver)).user);
  } catch (error) {
    if (closed.includes(codeOf(error))) return "closed";
    throw error;
  }
}

function guestOf(auth: Auth, guestUid: string | null): User | null {
  const user = auth.currentUser;
  return user?.isAnonymous && user.uid === guestUid ? user : null;
}

async function asTaken(auth: Auth, error: unknown): Promise<ProvenUid> {
  const credential = GoogleAuthProvider.credentialFromError(error as never);
  if (!credential) throw error;
  return proven((await signInWithCredential(auth, credential)).user);
}

/** A refreshed token: one from before the linking still says that this is a guest. */
async function proven(user: User): Promise<ProvenUid> {
  marks.write("firebase", "1");
  return { uid: user.uid, proof: await user.getIdToken(true) };
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? "");
}
