import {
  initializeAnalytics,
  isSupported,
  setAnalyticsCollectionEnabled,
  type Analytics,
} from "firebase/analytics";
import type { FirebaseSettings } from "../../../contract/accounts/firebase.ts";
import { firebaseApp } from "./firebase-app.ts";

let analytics: Analytics | null = null;

/** @returns false if the browser lacks what Google Analytics needs */
export async function startAnalytics(settings: FirebaseSettings): Promise<boolean> {
  if (analytics) {
    setAnalyticsCollectionEnabled(analytics, true);
    return true;
  }
  if (!(await isSupported())) return false;
  // Without advertising: counts pages and their use, and shares no signals with Google's other products.
  analytics = initializeAnalytics(firebaseApp(settings), {
    config: { allow_google_signals: false, allow_ad_personalization_signals: false },
  });
  return true;
}

/** Sends no further hits from this page. */
export function stopAnalytics(): void {
  if (analytics) setAnalyticsCollectionEnabled(analytics, false);
}
