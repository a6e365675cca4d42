import { Link } from "@remix-run/react";
import { X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DownloadPolicy } from "../../../contract/index.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { DownloadActions } from "./download-actions.tsx";
import type { Manager } from "./manager.ts";
import { downloadsPath } from "./parts.ts";
import type { Download, CopyFacts } from "./protocol.ts";
import { QualityChoice } from "./quality-choice.tsx";
import { stateWords } from "./state-words.ts";
import { reasonOf } from "./support-words.ts";
import { whatIsMissing, type Missing } from "./support.ts";
import { useTime } from "./use-time.ts";

export type DownloadSheetProps = {
  item: CopyFacts;
  download: Download | undefined;
  manager: Manager;
  allowed: boolean;
  policy: DownloadPolicy;
  onClose: () => void;
};

/** Choice of a quality; after that, the progress and the actions; or the reason it can't be downloaded. */
export function DownloadSheet(props: DownloadSheetProps) {
  const { item, download, onClose } = props;
  const { t } = useTranslation();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Uses native modal dialogs: focus stays inside, Escape works, and focus returns to where it was.
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const name = item.episode ? `${item.title} · ${item.episode}` : item.title;
  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      className="download-sheet"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 id={`${id}-title`} className="text-lg font-bold">
            {t(download ? "downloads.title" : "downloads.button")}
          </h2>
          <p className="own-words truncate text-sm text-ink-soft">{name}</p>
        </div>
        <button
          type="button"
          aria-label={t("myList.close")}
          className="-me-2 -mt-2 grid size-11 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-mist"
          onClick={() => dialog.current?.close()}
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
      <div className="mt-4">
        {download ? <Chosen {...props} download={download} /> : <Unchosen {...props} />}
      </div>
    </dialog>
  );
}

function Chosen({ download, manager, onClose }: DownloadSheetProps & { download: Download }) {
  const { t, i18n } = useTranslation();
  const time = useTime(manager);
  const going = download.state !== "ready" && download.state !== "ended";
  const share = download.bytes > 0 ? download.gotBytes / download.bytes : 0;
  return (
    <>
      <p role={download.state === "loading" ? undefined : "status"} className="font-medium">
        {stateWords(download, { t, locale: i18n.language, time })}
      </p>
      {going ? <ProgressBar value={share} label={t("downloads.title")} className="mt-3 h-1.5!" /> : null}
      <div className="mt-5 flex flex-wrap gap-2.5">
        <DownloadActions download={download} manager={manager} time={time} onGone={onClose} />
      </div>
      <p className="mt-5 text-sm text-ink-soft">
        {going ? `${t("downloads.hint")} ` : null}
        <Link
          to={downloadsPath}
          className="font-semibold text-curtain-deep underline-offset-4 hover:underline"
        >
          {t("downloads.all")}
        </Link>
      </p>
    </>
  );
}

function Unchosen({ item, manager, allowed, policy }: DownloadSheetProps) {
  const { t } = useTranslation();
  const [missing, setMissing] = useState<Missing | null | undefined>(undefined);
  useEffect(() => {
    void whatIsMissing().then(setMissing);
  }, []);
  if (!allowed) {
    return (
      <>
        <p>{t(policy === "vip" ? "downloads.vipOnly" : "downloads.membersOnly")}</p>
        <Link
          to={`${policy === "vip" ? "/page/membership" : "/page/login"}?${new URLSearchParams({ to: item.path })}`}
          className="button button-gold mt-5"
        >
          {t(policy === "vip" ? "paywall.plans" : "downloads.signIn")}
        </Link>
      </>
    );
  }
  if (missing) return <p>{t(reasonOf(missing))}</p>;
  return <QualityChoice item={item} manager={manager} />;
}
