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

/** The SDK's own object, made once a page. */
export function authOf(settings: FirebaseSettings): Auth {
  if (made) return made;
  made = initializeAuth(firebaseApp(settings), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence, inMemoryPersistence],
  });
  if (settings.emulator) connectAuthEmulator(made, `http://${settings.emulator}`, { disableWarnings: true });
  return made;
}

/** What start-up and forms ask of Firebase, once its SDK is there. */
export function firebaseAuth(settings: FirebaseSettings) {
  const auth = authOf(settings);
  return {
    /** The guest this browser has already, else a new one. */
    async signInAnonymously() {
      await auth.authStateReady();
      const isKnown = auth.currentUser?.isAnonymous === true;
      const { user } = await signInAnonymously(auth);
      marks.write("firebase", "1");
      // A token opens one session: the one a known guest has at hand may have been used.
      return { uid: user.uid, proof: await user.getIdToken(isKnown), name: null, avatar: null };
    },
    async state() {
      await auth.authStateReady();
      const user = auth.currentUser;
      if (!user) return null;
      // A guest linked to Google has both with that link alone.
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
      // Made anew, so that it outlives the filling in of a form.
      return user && { uid: user.uid, proof: await user.getIdToken(true) };
    },
    async signOut() {
      await signOut(auth);
      marks.write("firebase", null);
    },
  };
}
