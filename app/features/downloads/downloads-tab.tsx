import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiClient } from "../../api-client/create-client.ts";
import type { DownloadList } from "./download-list.tsx";
import "./downloads-tab.css";

type List = typeof DownloadList;

/**
 * The downloads on this device. Only the device knows them, so the server sends an empty list; without scripts it says
 * what is needed.
 */
export function DownloadsTab({ api }: { api: ApiClient | null }) {
  const { t } = useTranslation();
  const [List, setList] = useState<List | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    void import("./download-list.tsx").then(
      (part) => setList(() => part.DownloadList),
      () => setFailed(true),
    );
  }, []);
  if (List && api) return <List api={api} />;
  return (
    <>
      <noscript>
        <p className="mt-6 rounded-xl bg-mist p-5 text-center">{t("downloads.noScripts")}</p>
      </noscript>
      {failed ? (
        <p role="alert" className="mt-6 text-center text-ink-soft">
          {t("downloads.failed")}
        </p>
      ) : (
        <div className="downloads-waiting" aria-busy="true">
          {[0, 1, 2].map((row) => (
            <div key={row} className="h-27 animate-pulse rounded-xl bg-mist" />
          ))}
        </div>
      )}
    </>
  );
}
