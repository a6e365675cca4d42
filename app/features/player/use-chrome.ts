import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

/** Fetches the controls. @returns true once they can be rendered; until then, and without scripts, the browser's own stay. */
export function useChrome(): boolean {
  const { t, i18n } = useTranslation();
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let gone = false;
    void import("./chrome.ts").then(({ nameControls }) => {
      if (gone) return;
      nameControls(i18n.language, t);
      setReady(true);
    });
    return () => {
      gone = true;
    };
  }, [i18n, t]);
  return ready;
}
