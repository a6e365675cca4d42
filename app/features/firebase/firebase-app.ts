import { initializeApp, type FirebaseApp } from "firebase/app";
import type { FirebaseSettings } from "../../../contract/accounts/firebase.ts";

let app: FirebaseApp | null = null;

/** Firebase's app object, created once per page and shared by identity and analytics. */
export function firebaseApp({ emulator: _emulator, ...web }: FirebaseSettings): FirebaseApp {
  app ??= initializeApp(web);
  return app;
}
