import { Pause, Play, RotateCw, X } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useConfirm } from "../../../ui/confirm-dialog.tsx";
import { useWriters } from "../../kit/format.ts";
import { Meter } from "../../kit/meter.tsx";
import type { UploadHold, UploadProblem, Uploads, VideoUpload } from "./uploads.ts";

type Props = { item: VideoUpload; hold: UploadHold | null; uploads: Uploads };

/** An upload's state in words, its progress, and its buttons. */
export function UploadLine({ item, hold, uploads }: Props) {
  const { t } = useTranslation();
  const write = useWriters();
  const { at, share, rate, leftS, problem } = item;
  const state = useStateWords()(item, hold);
  const isSending = at === "sending" && !item.paused && !hold;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        {problem ? (
          <span className="z-error" role="alert">
            <Problem problem={problem} />
          </span>
        ) : (
          <span aria-live="polite">{state}</span>
        )}
        {at === "reading" || at === "sending" || share > 0 ? (
          <span className="z-faint tabular-nums">{write.percent(Math.floor(share * 100) / 100)}</span>
        ) : null}
        {isSending && rate !== null ? (
          <span className="z-faint tabular-nums">{t("admin.upload.rate", { rate: write.bytes(rate) })}</span>
        ) : null}
        {isSending && leftS !== null ? (
          <span className="z-faint">{t("admin.encoding.left", { time: write.rest(leftS) })}</span>
        ) : null}
      </p>
      {at === "done" || at === "failed" ? null : <Meter share={share} label={`${item.name}: ${state}`} />}
      <Buttons item={item} uploads={uploads} />
    </>
  );
}

/** @returns words for the state of an upload */
export function useStateWords() {
  const { t } = useTranslation();
  return ({ at, paused }: VideoUpload, hold: UploadHold | null): string => {
    if (at === "done") return t("admin.upload.done");
    if (at === "failed") return t("admin.upload.stopped");
    if (paused) return t("admin.upload.paused");
    if (hold) return t(`admin.upload.${hold}`);
    return t(`admin.upload.${at}`);
  };
}

function Problem({ problem }: { problem: UploadProblem }) {
  const { t } = useTranslation();
  return <>{"text" in problem ? t(`admin.upload.${problem.text}`) : problem.message}</>;
}

function Buttons({ item, uploads }: Omit<Props, "hold">) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const { id, name, at, paused } = item;
  const button = (label: string, icon: ReactNode, act: () => void) => (
    <button type="button" className="z-button" aria-label={`${label}: ${name}`} onClick={act}>
      {icon}
      {label}
    </button>
  );
  const cancel = () =>
    confirm({ description: t("admin.upload.cancelAsk", { name }), onOk: () => uploads.cancel(id) });
  const play = <Play aria-hidden="true" className="size-4" />;
  const close = <X aria-hidden="true" className="size-4" />;
  if (at === "done" || at === "failed")
    return (
      <div className="flex flex-wrap gap-2">
        {at === "failed"
          ? button(t("admin.encoding.retry"), <RotateCw aria-hidden="true" className="size-4" />, () =>
              uploads.resume(id),
            )
          : null}
        {button(t("admin.upload.dismiss"), close, () => uploads.dismiss(id))}
      </div>
    );
  return (
    <div className="flex flex-wrap gap-2">
      {paused
        ? button(t("admin.encoding.resume"), play, () => uploads.resume(id))
        : button(t("admin.encoding.pause"), <Pause aria-hidden="true" className="size-4" />, () =>
            uploads.pause(id),
          )}
      {button(t("admin.upload.cancel"), close, cancel)}
    </div>
  );
}
