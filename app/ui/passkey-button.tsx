import { KeyRound } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PasskeyRequest } from "../../contract/accounts/passkeys.ts";
import { answerWithPasskey, hasPasskeys } from "../lib/passkeys.ts";
import { Flash } from "./flash.tsx";

type Props = {
  purpose: "sign-in" | "factor" | "confirm";
  /** The domain of the passkeys. */
  rpId: string;
  label: string;
  primary?: boolean;
  /** Gets the passkey's answer, as JSON for the field `passkey` of a form. */
  onAnswer: (answer: string) => void;
};

/** Asks the user for a passkey. Without scripts, and in a browser that has none for this page, nothing is there. */
export function PasskeyButton({ purpose, rpId, label, primary = false, onAnswer }: Props) {
  const { t } = useTranslation();
  const [usable, setUsable] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  useEffect(() => setUsable(hasPasskeys(rpId)), [rpId]);
  if (!usable) return null;
  const ask = async () => {
    setBusy(true);
    setProblem("");
    try {
      const asked = await challengeFor(purpose);
      if ("message" in asked) setProblem(asked.message);
      else onAnswer(await answerWithPasskey(asked));
    } catch {
      // Cancelled, too late, or without a network: browsers do not tell pages which.
      setProblem(t("login.passkeyCancelled"));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="grid gap-3">
      {problem ? <Flash tone="error" text={problem} /> : null}
      <button
        type="button"
        className={`button ${primary ? "button-primary" : "button-quiet"} min-h-12 w-full gap-2`}
        aria-busy={busy}
        onClick={() => void (busy || ask())}
      >
        <KeyRound aria-hidden="true" className="size-4.5" />
        {label}
      </button>
    </div>
  );
}

async function challengeFor(purpose: string): Promise<PasskeyRequest | { message: string }> {
  const answer = await fetch("/page/passkey", {
    method: "POST",
    body: new URLSearchParams({ for: purpose }),
  });
  return (await answer.json()) as PasskeyRequest | { message: string };
}
