import { Link } from "@remix-run/react";
import { WifiOff } from "lucide-react";
import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import "./offline-bar.css";
import { downloadsList } from "./protocol.ts";

/** Height of the bar, for what else sticks to the bottom of the screen (app/ui/layout.css). */
const heightName = "--offline-height";

/**
 * Says at the end of the screen that there is no network, while there is none.
 * @param kept reads whether this device has downloads, which the bar then leads to
 */
export function OfflineBar({ kept }: { kept: () => boolean }) {
  const { t } = useTranslation();
  const bar = useRef<HTMLDivElement>(null);
  const offline = useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false,
  );
  useLayoutEffect(() => {
    if (!offline) return;
    const { style } = document.documentElement;
    const measure = new ResizeObserver(([entry]) =>
      style.setProperty(heightName, `${entry!.borderBoxSize[0]!.blockSize}px`),
    );
    measure.observe(bar.current!);
    return () => {
      measure.disconnect();
      style.removeProperty(heightName);
    };
  }, [offline]);
  return (
    // Its place is there before its words, or screen readers would not hear of them.
    <div ref={bar} role="status" className={offline ? "offline-bar" : undefined}>
      {offline ? (
        <>
          <p>
            <WifiOff aria-hidden="true" className="size-4.5 shrink-0" />
            {t("offline.title")}
          </p>
          {kept() ? <Link to={downloadsList}>{t("downloads.title")}</Link> : null}
        </>
      ) : null}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  for (const type of ["online", "offline"]) addEventListener(type, listener);
  return () => {
    for (const type of ["online", "offline"]) removeEventListener(type, listener);
  };
}
