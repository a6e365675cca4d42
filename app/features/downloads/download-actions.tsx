import { Link } from "@remix-run/react";
import { Download as DownloadIcon, Pause, Play, RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useConfirm } from "../../ui/confirm-dialog.tsx";
import { showError } from "../../ui/toaster.tsx";
import type { Manager } from "./manager.ts";
import { keptAddress, type Download } from "./protocol.ts";

type Props = {
  download: Download;
  manager: Manager;
  /** Milliseconds since 1970, as far as this device knows. */
  time: number;
  /** Called after it was removed. */
  onGone?: () => void;
};

/** The actions on a download in its current state. */
export function DownloadActions({ download, manager, time, onGone }: Props) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const [busy, setBusy] = useState(false);
  const { key, state, title, expiresAt } = download;
  const over = state === "ended" || (state === "ready" && time >= expiresAt);
  const renew = async () => {
    setBusy(true);
    const reached = await manager.renew([key]).catch(() => false);
    setBusy(false);
    if (!reached) showError(t("downloads.unreachable"));
  };
  const remove = () =>
    confirm({
      description: t("downloads.confirmOne", { title }),
      onOk: async () => {
        await manager.remove([key]);
        onGone?.();
      },
    });
  return (
    <>
      {state === "ready" && !over ? (
        <Link to={keptAddress(download)} className="button button-primary">
          <Play aria-hidden="true" className="size-4.5 fill-current" />
          {t("home.play")}
        </Link>
      ) : null}
      {over ? (
        <button
          type="button"
          className="button button-primary"
          aria-disabled={busy}
          onClick={() => busy || void renew()}
        >
          <RotateCw aria-hidden="true" className="size-4.5" />
          {t("downloads.renew")}
        </button>
      ) : null}
      {state === "loading" || state === "queued" || state === "waiting" ? (
        <button type="button" className="button button-quiet" onClick={() => void manager.pause(key)}>
          <Pause aria-hidden="true" className="size-4.5 fill-current" />
          {t("downloads.pause")}
        </button>
      ) : null}
      {state === "paused" || state === "failed" ? (
        <button type="button" className="button button-primary" onClick={() => void manager.resume(key)}>
          {state === "paused" ? (
            <DownloadIcon aria-hidden="true" className="size-4.5" />
          ) : (
            <RotateCw aria-hidden="true" className="size-4.5" />
          )}
          {t(state === "paused" ? "downloads.resume" : "downloads.retry")}
        </button>
      ) : null}
      <button type="button" className="button button-quiet" onClick={remove}>
        <Trash2 aria-hidden="true" className="size-4.5" />
        {t("downloads.remove")}
      </button>
    </>
  );
}
