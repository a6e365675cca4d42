import { useEffect, useState } from "react";
import type { FirebaseSettings } from "../../../contract/accounts/firebase.ts";
import { firebaseOf } from "./find.ts";

/**
 * A proof of this browser's guest, for the form that turns the guest into an account: with it the guest keeps the uid.
 * @param guestUid of the present session; null if the session is no guest's
 * @returns undefined until it is loaded, and if there is none; the form works without it
 */
export function useGuestProof(
  settings: FirebaseSettings | null,
  guestUid: string | null,
): string | undefined {
  const [found, setFound] = useState<{ uid: string; proof: string } | null>(null);

  useEffect(() => {
    if (!settings || guestUid === null) return;
    let wanted = true;
    void firebaseOf(settings)
      .proof()
      .then((proven) => wanted && setFound(proven));
    return () => {
      wanted = false;
    };
  }, [settings, guestUid]);

  return found?.uid === guestUid ? found?.proof : undefined;
}
