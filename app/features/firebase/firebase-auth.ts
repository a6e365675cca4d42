import {
  browserLocalPersistence,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  inMemoryPersistence,
  signInAnonymously,
  signOut,
  type Auth,
} from "firebase/auth";
import type { FirebaseSettings } from "../../../contract/accounts/firebase.ts";
import { firebaseApp } from "./firebase-app.ts";
import { marks } from "./marks.ts";

let made: Auth | null = null;

/** The SDK's own object, created once per page. */
export function authOf(settings: FirebaseSettings): Auth {
  if (made) return made;
  made = initializeAuth(firebaseApp(settings), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence, inMemoryPersistence],
  });
  if (settings.emulator) connectAuthEmulator(made, `http://${settings.emulator}`, { disableWarnings: true });
  return made;
}

/** What start-up and forms need from Firebase, once its SDK is loaded. */
export function firebaseAuth(settings: FirebaseSettings) {
  const auth = authOf(settings);
  return {
    /** The guest this browser already has, else a new one. */
    async signInAnonymously() {
      await auth.authStateReady();
      const isKnown = auth.currentUser?.isAnonymous === true;
      const { user } = await signInAnonymously(auth);
      marks.write("firebase", "1");
      // A token opens one session: a known guest's token may be used up.
      return { uid: user.uid, proof: await user.getIdToken(isKnown), name: null, avatar: null };
    },
    async state() {
      await auth.authStateReady();
      const user = auth.currentUser;
      if (!user) return null;
      // A guest linked to Google has a name and a picture only in this link.
      const [linked] = user.providerData;
      return {
        uid: user.uid,
        name: user.displayName ?? linked?.displayName ?? null,
        avatar: user.photoURL ?? linked?.photoURL ?? null,
      };
    },
    async proof() {
      await auth.authStateReady();
      const user = auth.currentUser;
      // Refreshed, so that it stays valid while the user fills in a form.
      return user && { uid: user.uid, proof: await user.getIdToken(true) };
    },
    async signOut() {
      await signOut(auth);
      marks.write("firebase", null);
    },
  };
}
