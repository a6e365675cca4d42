import { useNavigation, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { FormSource } from "../../../lib/send-directly.ts";
import { useDirectUpload } from "../../../lib/use-direct-upload.ts";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { FileField } from "../../kit/forms/fields.tsx";
import { queryWith } from "../../kit/list-url.ts";
import type { PanelProps } from "./facts-panels.tsx";
import { Panel } from "./panel.tsx";
import { useWriters } from "../../kit/format.ts";

const roles = [
  { role: "poster", file: "poster-320.webp", width: 320, height: 480, ratio: "2:3", least: 320 },
  { role: "backdrop", file: "backdrop-640.webp", width: 640, height: 360, ratio: "16:9", least: 640 },
] as const;
type UploadProps = { maxBytes: number; forms: FormSource | null };

/** A movie's pictures, and forms that replace them. */
export function ArtworkPanel(props: PanelProps & UploadProps) {
  const { movie, outcome, editable } = props;
  const { t } = useTranslation();
  const { artwork } = movie;
  return (
    <Panel id="artwork-panel" title={t("admin.movie.artwork")}>
      <div className="z-artwork">
        {roles.map(({ role, file, width, height }) => {
          const failed = outcome?.artwork?.role === role ? outcome.artwork.error : null;
          return (
            <div key={role} className="grid content-start gap-2">
              <img
                src={`${artwork.path}/${file}?v=${artwork.version}`}
                alt={t(`admin.movie.${role}`)}
                width={width}
                height={height}
                className={`w-full rounded-md object-cover ${role === "poster" ? "max-w-40" : ""}`}
                style={{ backgroundColor: artwork.colour }}
              />
              {editable ? <PictureForm {...props} role={role} failed={failed} /> : null}
            </div>
          );
        })}
      </div>
    </Panel>
  );
}

type FormProps = PanelProps & UploadProps & { role: (typeof roles)[number]["role"]; failed: string | null };

function PictureForm({ movie, role, failed, maxBytes, forms }: FormProps) {
  const { t } = useTranslation();
  const write = useWriters();
  const busy = useNavigation().formData?.get("intent") === `artwork-${role}`;
  const [search] = useSearchParams();
  const upload = { kind: "artwork", forms, maxBytes, file: "file", preventScrollReset: true } as const;
  const { onSubmit, sending } = useDirectUpload(upload);
  const { ratio, least } = roles.find((one) => one.role === role)!;
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
      <input type="hidden" name="revision" value={movie.revision} />
      <FileField
        field={{ id: `file-${role}`, name: "file", errors: failed ? [failed] : undefined }}
        label={t(`admin.movie.${role}`)}
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
