import { useNavigation, useRevalidator } from "@remix-run/react";
import { Upload } from "lucide-react";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { FileField } from "../../kit/forms/fields.tsx";
import { useWriters } from "../../kit/format.ts";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { useConfirm } from "../../../ui/confirm-dialog.tsx";
import { UploadLine } from "./upload-line.tsx";
import { useUploads, useUploadsState } from "./use-uploads.ts";
import { isUnfinished, type UploadTarget } from "./uploads.ts";
import { isVideo, videoKinds } from "./video-kinds.ts";

type Props = {
  /** The form's action: the episode's URL. */
  action: string;
  target: UploadTarget;
  maxBytes: number;
  error: string | null;
  /** What it replaces, as the question before it; null = nothing. */
  replaces: string | null;
};

/**
 * Uploads an episode's video. A plain form without scripts; with scripts, the file joins the uploads of the document:
 * it is sent in pieces, with progress and pause, and resumes when the same file is chosen again after a reload.
 */
export function VideoUpload({ action, target, maxBytes, error, replaces }: Props) {
  const { t } = useTranslation();
  const write = useWriters();
  const confirm = useConfirm();
  const file = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const uploads = useUploads();
  const { hold, items } = useUploadsState(uploads);
  const own = items.filter(
    (item) => item.target.movie === target.movie && item.target.index === target.index,
  );
  const item = own.findLast((one) => one.at !== "done");
  useRevalidated(own.filter(({ at }) => at === "done").length);
  const plain = useNavigation().formAction?.includes("send=video") ?? false;
  const busy = item !== undefined && isUnfinished(item);
  const said = refused ?? error;
  const submit = (event: FormEvent) => {
    const chosen = file.current?.files?.[0];
    if (!chosen || !uploads) return;
    event.preventDefault();
    // The storage's own message would be less specific.
    const reason = isVideo(chosen.name)
      ? chosen.size > maxBytes
        ? t("admin.upload.tooLarge")
        : null
      : t("admin.upload.noVideo");
    setRefused(reason);
    if (reason) return;
    const begin = () => {
      if (item) uploads.dismiss(item.id);
      uploads.add([{ file: chosen, target }]);
    };
    if (replaces) confirm({ description: replaces, onOk: begin });
    else begin();
  };
  return (
    <>
      <CheckedForm
        method="post"
        action={action}
        encType="multipart/form-data"
        preventScrollReset
        onSubmit={submit}
        data-in-pieces={uploads ? "" : undefined}
        className="mt-4 grid gap-1"
      >
        <FileField
          input={file}
          field={{ id: "video-file", name: "file", errors: said ? [said] : undefined }}
          label={t("admin.upload.file")}
          hint={t("admin.upload.hint", { size: write.bytes(maxBytes) })}
          accept={videoKinds}
          disabled={busy}
        />
        {busy ? null : (
          <button type="submit" className="z-button mt-1.5 justify-self-start" aria-busy={plain}>
            <Upload aria-hidden="true" className="size-4" />
            {t("admin.upload.send")}
          </button>
        )}
      </CheckedForm>
      {item && uploads ? (
        <div className="z-encoding" role="group" aria-label={t("admin.upload.send")}>
          <UploadLine item={item} hold={hold} uploads={uploads} />
        </div>
      ) : null}
    </>
  );
}

/** Reloads the page's data when one more upload is done. */
function useRevalidated(done: number): void {
  const { revalidate } = useRevalidator();
  const before = useRef(done);
  useEffect(() => {
    if (done > before.current) revalidate();
    before.current = done;
  }, [done, revalidate]);
}
