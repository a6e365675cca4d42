import { useEffect, useState } from "react";
import type { FirebaseSettings } from "../../../contract/accounts/firebase.ts";
import { GoogleChoice } from "./google-button.tsx";
import { marks } from "./marks.ts";

type Props = { settings: FirebaseSettings; uid: string; onProven: (proof: string) => void };

/**
 * For users who signed in with Google and have no password: they confirm their identity with Google once more. Shown
 * only if this browser knows them by Google.
 */
export function GoogleProof({ settings, uid, onProven }: Props) {
  const [at, setAt] = useState<"unknown" | "rest" | "busy" | "failed">("unknown");

  useEffect(() => {
    if (marks.read("firebase") === null) return;
    let wanted = true;
    void import("./google.ts")
      .then(({ isByGoogle }) => isByGoogle(settings, uid))
      .then((known) => wanted && known && setAt("rest"))
      .catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, [settings, uid]);

  const prove = async () => {
    setAt("busy");
    try {
      const { proveAgain } = await import("./google.ts");
      const proven = await proveAgain(settings);
      setAt("rest");
      if (proven !== "closed") onProven(proven.proof);
    } catch {
      setAt("failed");
    }
  };

  return at === "unknown" ? null : <GoogleChoice at={at} onChoose={() => void prove()} />;
}
