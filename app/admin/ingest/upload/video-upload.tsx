import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { Pause, Play, Upload, X } from "lucide-react";
import { useEffect, useRef, useState, type FormEvent, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { FileField } from "../../kit/forms/fields.tsx";
import { useWriters } from "../../kit/format.ts";
import { Meter } from "../../kit/meter.tsx";
import type { FormSource } from "../../../lib/send-directly.ts";
import type { PartsApi, VideoSender, VideoUpload } from "./send-video.ts";

/** File types the storage takes for a video; reading the file shows whether it is one. */
const kinds = ".mp4,.m4v,.mkv,.mov,.webm,.avi,.ts";

const isVideo = (name: string) => kinds.split(",").some((kind) => name.toLowerCase().endsWith(kind));

type Props = {
  /** The form's action: the episode's URL. */
  action: string;
  maxBytes: number;
  error: string | null;
  /** Null until the session is known: the form is then sent as without scripts. */
  forms: FormSource | null;
  api: PartsApi | null;
};

/**
 * Uploads an episode's video. A plain form without scripts; with scripts, the file is sent in pieces, with progress and
 * pause, and resumes when the same file is chosen again after a reload.
 */
export function VideoUpload({ action, maxBytes, error, forms, api }: Props) {
  const { t } = useTranslation();
  const write = useWriters();
  const file = useRef<HTMLInputElement>(null);
  const { state, sender, begin, refuse } = useVideoSender(action, { forms, api });
  const plain = useNavigation().formAction?.includes("send=video") ?? false;
  const busy = state !== null && state.at !== "failed";
  const said = state?.at === "failed" ? state.message || t("admin.upload.failed") : error;
  const submit = (event: FormEvent) => {
    const chosen = file.current?.files?.[0];
    if (!chosen || !forms) return;
    event.preventDefault();
    // The storage's own message would be less specific.
    if (!isVideo(chosen.name)) return refuse(t("admin.upload.noVideo"));
    void begin(chosen);
  };
  return (
    <Form
      method="post"
      action={action}
      encType="multipart/form-data"
      preventScrollReset
      onSubmit={submit}
      data-in-pieces={forms ? "" : undefined}
      className="mt-4 grid gap-1"
    >
      <FileField
        input={file}
        field={{ id: "video-file", name: "file", errors: said ? [said] : undefined }}
        label={t("admin.upload.file")}
        hint={t("admin.upload.hint", { size: write.bytes(maxBytes) })}
        accept={kinds}
        disabled={busy}
      />
      {busy ? (
        <Progress state={state} sender={sender} />
      ) : (
        <button type="submit" className="z-button mt-1.5 justify-self-start" aria-busy={plain}>
          <Upload aria-hidden="true" className="size-4" />
          {t("admin.upload.send")}
        </button>
      )}
    </Form>
  );
}

function Progress({ state, sender }: { state: VideoUpload; sender: RefObject<VideoSender | null> }) {
  const { t } = useTranslation();
  const write = useWriters();
  const share = "share" in state ? state.share : 1;
  const words = t(`admin.upload.${state.at}`);
  return (
    <div className="z-encoding" role="group" aria-label={t("admin.upload.send")}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span aria-live="polite">{words}</span>
        <span className="z-faint tabular-nums">{write.percent(Math.floor(share * 100) / 100)}</span>
        {state.at === "sending" && state.rate !== null ? (
          <span className="z-faint tabular-nums">
            {t("admin.upload.rate", { rate: write.bytes(state.rate) })}
          </span>
        ) : null}
        {state.at === "sending" && state.leftS !== null ? (
          <span className="z-faint">{t("admin.encoding.left", { time: write.rest(state.leftS) })}</span>
        ) : null}
      </p>
      <Meter share={share} label={words} />
      <div className="flex flex-wrap gap-2">
        {state.at === "sending" ? (
          <button type="button" className="z-button" onClick={() => sender.current?.pause()}>
            <Pause aria-hidden="true" className="size-4" />
            {t("admin.encoding.pause")}
          </button>
        ) : null}
        {state.at === "paused" ? (
          <button type="button" className="z-button" onClick={() => sender.current?.resume()}>
            <Play aria-hidden="true" className="size-4" />
            {t("admin.encoding.resume")}
          </button>
        ) : null}
        {state.at !== "done" ? (
          <button type="button" className="z-button" onClick={() => sender.current?.cancel()}>
            <X aria-hidden="true" className="size-4" />
            {t("admin.upload.cancel")}
          </button>
        ) : null}
      </div>
    </div>
  );
}

/** Sends one file. Loads its code on first use; leaving the page stops it. */
function useVideoSender(action: string, { forms, api }: Pick<Props, "forms" | "api">) {
  const submit = useSubmit();
  const [state, setState] = useState<VideoUpload | null>(null);
  const sender = useRef<VideoSender | null>(null);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
      sender.current?.pause();
    };
  }, []);
  const busy = state !== null && state.at !== "failed" && state.at !== "done";
  useEffect(() => {
    if (!busy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [busy]);
  const begin = async (file: File) => {
    if (!forms || !api) return;
    setState({ at: "reading", share: 0 });
    const { sendVideo } = await import("./send-video.ts");
    if (!here.current) return;
    const began = sendVideo(file, {
      forms,
      api,
      onChange(next) {
        if (!here.current) return;
        setState(next);
        if (next.at !== "done") return;
        const fields = { source: next.key, key: crypto.randomUUID(), fileName: file.name };
        submit(fields, { method: "post", action, preventScrollReset: true });
      },
    });
    const cancel = () => {
      began.cancel();
      setState(null);
    };
    sender.current = { ...began, cancel };
  };
  const refuse = (message: string) => setState({ at: "failed", message });
  return { state, sender, begin, refuse };
}
