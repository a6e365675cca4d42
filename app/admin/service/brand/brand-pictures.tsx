import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { brandPictureAddress, type BrandPicture } from "../../../../contract/service/brand-facts.ts";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { FileField } from "../../kit/forms/fields.tsx";
import type { BrandOutcome, PictureRole, ShownBrand } from "./brand-values.ts";

type Shared = { revision: number; outcome: BrandOutcome | undefined; editable: boolean };

/**
 * The wordmark and the icon, each with a form of its own: a picture is in use as soon as it is sent. The document is
 * loaded anew, as it shows the brand itself.
 */
export function BrandPictures({ brand, ...shared }: Shared & { brand: ShownBrand }) {
  return (
    <>
      <Picture role="wordmark" picture={brand.wordmark} {...shared} />
      <Picture role="icon" picture={brand.icon} {...shared} />
    </>
  );
}

function Picture({
  role,
  picture,
  revision,
  outcome,
  editable,
}: Shared & { role: PictureRole; picture: BrandPicture | null }) {
  const { t } = useTranslation();
  const key = role === "icon" ? "brandIcon" : "brandWordmark";
  const refused = outcome?.picture?.role === role ? outcome.picture.error : null;
  return (
    <section className="z-panel" aria-labelledby={`brand-${role}`}>
      <h2 id={`brand-${role}`}>{t(`admin.setting.${key}`)}</h2>
      {picture ? (
        <div className="z-brand-picture" data-role={role}>
          <img
            src={brandPictureAddress(picture)}
            width={picture.width}
            height={picture.height}
            alt={t(`admin.setting.${key}`)}
          />
        </div>
      ) : null}
      {editable ? (
        <CheckedForm
          method="post"
          encType="multipart/form-data"
          reloadDocument
          className="grid justify-items-start gap-2"
        >
          <input type="hidden" name="intent" value={`picture-${role}`} />
          <input type="hidden" name="revision" value={revision} />
          <FileField
            field={{ id: `file-${role}`, name: "file", errors: refused ? [refused] : undefined }}
            label={t(`admin.setting.${key}`)}
            bare
            hint={t(`admin.settingHint.${key}`)}
            accept="image/png,image/jpeg,image/webp"
            required
          />
          <button type="submit" className="z-button">
            {t("profile.pictureSend")}
          </button>
        </CheckedForm>
      ) : null}
      {editable && picture ? (
        <Form method="post" reloadDocument className="mt-2">
          <input type="hidden" name="revision" value={revision} />
          <button type="submit" name="intent" value={`remove-${role}`} className="z-button">
            {t("admin.brand.remove")}
          </button>
        </Form>
      ) : null}
    </section>
  );
}
