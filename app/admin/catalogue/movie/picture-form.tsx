import { useNavigation, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { FormSource } from "../../../lib/send-directly.ts";
import { useDirectUpload } from "../../../lib/use-direct-upload.ts";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { FileField } from "../../kit/forms/fields.tsx";
import { useWriters } from "../../kit/format.ts";
import { queryWith } from "../../kit/list-url.ts";

export type UploadProps = { maxBytes: number; forms: FormSource | null };

type Props = UploadProps & {
  /** What the picture is; a still is that of the episode in `index`. */
  role: "poster" | "backdrop" | "still";
  label: string;
  ratio: string;
  /** Least width in pixels. */
  least: number;
  revision: number;
  index?: number;
  /** Why the picture sent last was refused. */
  failed: string | null;
};

/** Sends a picture for a movie, or for one of its episodes. */
export function PictureForm({ role, label, ratio, least, revision, index, failed, maxBytes, forms }: Props) {
  const { t } = useTranslation();
  const write = useWriters();
  const busy = useNavigation().formData?.get("intent") === `artwork-${role}`;
  const [search] = useSearchParams();
  const upload = { kind: "artwork", forms, maxBytes, file: "file", preventScrollReset: true } as const;
  const { onSubmit, sending } = useDirectUpload(upload);
  return (
    <CheckedForm
      method="post"
      action={queryWith(search, { send: "artwork" })}
      encType="multipart/form-data"
      preventScrollReset
      onSubmit={onSubmit}
      className="grid gap-1"
    >
      <input type="hidden" name="intent" value={`artwork-${role}`} />
      <input type="hidden" name="revision" value={revision} />
      {index === undefined ? null : <input type="hidden" name="index" value={index} />}
      <FileField
        field={{ id: `file-${role}`, name: "file", errors: failed ? [failed] : undefined }}
        label={label}
        hint={t("admin.movie.pictureHint", { ratio, width: least, size: write.bytes(maxBytes) })}
        accept="image/png,image/jpeg,image/webp"
        required
      />
      <button type="submit" className="z-button justify-self-start" aria-busy={busy || sending}>
        {t("profile.pictureSend")}
      </button>
    </CheckedForm>
  );
}
