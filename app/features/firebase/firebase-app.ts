import { initializeApp, type FirebaseApp } from "firebase/app";
import type { FirebaseSettings } from "../../../contract/accounts/firebase.ts";

let app: FirebaseApp | null = null;

/** Firebase's idea of an app, made once a page: identity and analytics share it. */
export function firebaseApp({ emulator: _emulator, ...web }: FirebaseSettings): FirebaseApp {
  app ??= initializeApp(web);
  return app;
}
