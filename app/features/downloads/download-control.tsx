import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiClient } from "../../api-client/create-client.ts";
import type { DownloadButtonProps } from "./parts.ts";
import { DownloadSheet } from "./download-sheet.tsx";
import "./downloads.css";
import { StateMark } from "./state-mark.tsx";
import { useDownloads } from "./use-downloads.ts";
import { shareText } from "./words.ts";

type Props = DownloadButtonProps & {
  api: ApiClient;
  /** It was tapped while its code was loading. */
  openAtFirst: boolean;
};

/** The button with its state, and the sheet it opens. */
export function DownloadControl({ item, api, allowed, policy, openAtFirst }: Props) {
  const { t, i18n } = useTranslation();
  const { manager, items } = useDownloads(api);
  const [open, setOpen] = useState(openAtFirst);
  const button = useRef<HTMLButtonElement>(null);
  const download = items?.find(({ id, index }) => id === item.id && index === item.index);
  // The replaced link had the focus.
  useEffect(() => {
    if (openAtFirst) button.current?.focus();
  }, [openAtFirst]);
  const going = download && download.state !== "ready" && download.state !== "ended";
  const share = download && download.bytes > 0 ? download.gotBytes / download.bytes : 0;
  const label =
    download?.state === "ready"
      ? t("downloads.done")
      : going && download.state !== "failed"
        ? shareText(share, i18n.language)
        : t("downloads.button");
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button button-quiet"
        aria-haspopup="dialog"
        aria-label={download ? `${t("downloads.manage")}: ${label}` : undefined}
        onClick={() => setOpen(true)}
      >
        <StateMark download={download} />
        <span className="tabular-nums">{label}</span>
      </button>
      {open ? (
        <DownloadSheet
          item={item}
          download={download}
          manager={manager}
          allowed={allowed}
          policy={policy}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
