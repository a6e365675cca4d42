import { Link } from "@remix-run/react";
import { HardDriveDownload, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiClient } from "../../api-client/create-client.ts";
import { useConfirm } from "../../ui/confirm-dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { DownloadRow } from "./download-row.tsx";
import "./downloads.css";
import type { Space } from "./space.ts";
import { whatIsMissing, type Missing } from "./support.ts";
import { reasonOf } from "./support-words.ts";
import { useDownloads } from "./use-downloads.ts";
import { useTime } from "./use-time.ts";
import { sizeText } from "./words.ts";

/** The downloads on this device, the room they take, and the actions on them. */
export function DownloadList({ api }: { api: ApiClient }) {
  const { t } = useTranslation();
  const { manager, items } = useDownloads(api);
  const time = useTime(manager);
  const confirm = useConfirm();
  const [missing, setMissing] = useState<Missing | null>(null);
  useEffect(() => {
    void whatIsMissing().then(setMissing);
    manager.wake();
  }, [manager]);
  if (items === null) return null;
  if (items.length === 0) {
    return (
      <EmptyState
        picture={
          <span className="grid size-24 place-items-center rounded-full bg-curtain-tint text-curtain">
            <HardDriveDownload aria-hidden="true" className="size-11" strokeWidth={1.6} />
          </span>
        }
        title={t("downloads.emptyTitle")}
        text={missing ? t(reasonOf(missing)) : t("downloads.emptyText")}
      >
        <Link to="/" className="button button-primary">
          {t("myList.browse")}
        </Link>
      </EmptyState>
    );
  }
  const latestFirst = items.toReversed();
  const running = items.some(({ state }) => ["queued", "loading", "waiting"].includes(state));
  const removeAll = () =>
    confirm({
      description: t("downloads.confirmAll"),
      onOk: () => manager.remove(items.map(({ key }) => key)),
    });
  return (
    <section aria-label={t("downloads.title")} className="downloads">
      <Room gotBytes={items.reduce((sum, one) => sum + one.gotBytes, 0)} space={manager.space} />
      <ul>
        {latestFirst.map((download) => (
          <DownloadRow key={download.key} download={download} manager={manager} time={time} />
        ))}
      </ul>
      {running || items.length > 1 ? (
        <p className="mt-2 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4 text-sm text-ink-soft">
          {running ? t("downloads.hint") : null}
          {items.length > 1 ? (
            <button type="button" className="button button-quiet ms-auto" onClick={removeAll}>
              <Trash2 aria-hidden="true" className="size-4.5" />
              {t("downloads.removeAll")}
            </button>
          ) : null}
        </p>
      ) : null}
    </section>
  );
}

/** How much of this site's storage the downloads take. */
function Room({ gotBytes, space }: { gotBytes: number; space: () => Promise<Space | null> }) {
  const { t, i18n } = useTranslation();
  const [known, setKnown] = useState<Space | null>(null);
  useEffect(() => {
    void space().then(setKnown);
  }, [gotBytes, space]);
  const all = known ? gotBytes + known.freeBytes : 0;
  return (
    <div className="downloads-space">
      <p className="flex flex-wrap justify-between gap-x-4 text-sm tabular-nums">
        <span className="font-semibold">
          {t("downloads.used", { used: sizeText(gotBytes, i18n.language) })}
        </span>
        {known ? (
          <span className="text-ink-soft">
            {t("downloads.free", { free: sizeText(known.freeBytes, i18n.language) })}
          </span>
        ) : null}
      </p>
      <div className="downloads-space-bar" aria-hidden="true">
        <span style={{ width: `${all > 0 ? Math.max(1, (100 * gotBytes) / all) : 0}%` }} />
      </div>
    </div>
  );
}
