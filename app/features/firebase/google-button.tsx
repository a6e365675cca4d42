import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FirebaseSettings } from "../../../contract/accounts/firebase.ts";
import type { ProvenUid } from "./find.ts";

type Props = {
  settings: FirebaseSettings;
  /** Uid of the present session, if it is a guest's: the guest becomes the account. */
  guestUid: string | null;
  /**
   * Exchanges the proof for a session.
   * @returns whether it was accepted
   */
  onProven: (proven: ProvenUid) => Promise<boolean>;
};

/**
 * Signing in with Google, below the form. It needs scripts, so it stays hidden without them; its space is reserved from
 * the first paint, so that nothing jumps.
 */
export function GoogleButton(props: Props) {
  const [at, setAt] = useState<"rest" | "busy" | "failed">("rest");
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    // Loaded with the page: browsers block a window that opens long after the tap.
    const google = import("./google.ts");
    void google
      .then(async ({ isBackFromGoogle, takeRedirect }) => {
        if (!isBackFromGoogle()) return;
        setAt("busy");
        const proven = await takeRedirect(latest.current.settings);
        setAt(proven && !(await latest.current.onProven(proven)) ? "failed" : "rest");
      })
      .catch(() => setAt("failed"));
  }, []);

  const signIn = async () => {
    setAt("busy");
    try {
      const { signInWithGoogle } = await import("./google.ts");
      const outcome = await signInWithGoogle(props.settings, props.guestUid);
      if (outcome === "away") return;
      setAt(outcome === "closed" || (await props.onProven(outcome)) ? "rest" : "failed");
    } catch {
      setAt("failed");
    }
  };

  return <GoogleChoice at={at} onChoose={() => void signIn()} />;
}

/** The button below the form, separated by a line. */
export function GoogleChoice({ at, onChoose }: { at: "rest" | "busy" | "failed"; onChoose: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="mt-5 w-full max-w-sm noscript:hidden">
      <p className="flex items-center gap-3 text-sm text-ink-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t("login.googleOr")}
      </p>
      <button
        type="button"
        className="button button-quiet mt-4 min-h-12 w-full gap-3"
        aria-busy={at === "busy"}
        disabled={at === "busy"}
        onClick={onChoose}
      >
        <GoogleMark />
        {t("login.google")}
      </button>
      <p role="alert" className="mt-2 text-center text-sm font-medium text-curtain-deep empty:hidden">
        {at === "failed" ? t("login.googleFailed") : ""}
      </p>
    </div>
  );
}

/** Google's mark, in the colours its brand asks for. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 48 48" className="size-5" aria-hidden="true">
      <path
        fill="#4285F4"
        d="M45.1 24.5c0-1.6-.1-3.1-.4-4.5H24v8.5h11.8a10.1 10.1 0 0 1-4.4 6.6v5.5h7.1c4.2-3.8 6.6-9.5 6.6-16.1Z"
      />
      <path
        fill="#34A853"
        d="M24 46c5.9 0 10.9-2 14.5-5.4l-7.1-5.5c-2 1.3-4.5 2.1-7.4 2.1-5.7 0-10.6-3.9-12.3-9.1H4.3v5.7A22 22 0 0 0 24 46Z"
      />
      <path fill="#FBBC05" d="M11.7 28.1a13.2 13.2 0 0 1 0-8.4V14H4.3a22 22 0 0 0 0 19.8l7.4-5.7Z" />
      <path
        fill="#EA4335"
        d="M24 10.7c3.2 0 6.1 1.1 8.4 3.3l6.3-6.3A21.1 21.1 0 0 0 24 2 22 22 0 0 0 4.3 14l7.4 5.7c1.7-5.2 6.6-9 12.3-9Z"
      />
    </svg>
  );
}
