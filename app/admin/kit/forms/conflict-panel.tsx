import type { FormMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { ShownConflict } from "../outcome.ts";

/**
 * What another admin has saved since this form was opened, next to the values typed here. Nothing was overwritten: the
 * other values stay until this form, which now carries them, is saved again.
 */
export function ConflictPanel({
  form,
  conflict,
}: {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  form: FormMetadata<any>;
  conflict: ShownConflict | null;
}) {
  const { t } = useTranslation();
  if (!conflict) return null;
  return (
    <section className="z-conflict" role="alert">
      <input type="hidden" name="conflict" value={JSON.stringify(conflict)} />
      <h2>{t("admin.conflict.title")}</h2>
      <p className="mt-1 text-sm">{conflict.text}</p>
      {conflict.fields.length > 0 ? (
        <dl>
          {conflict.fields.map(({ name, label, theirs, yours, value }) => (
            <div key={name}>
              <dt className="z-label mb-1">{label}</dt>
              <dd className="z-versus">
                <p>
                  <span className="z-faint block">{t("admin.conflict.theirs")}</span>
                  <span className="own-words block whitespace-pre-line">{theirs}</span>
                </p>
                <p>
                  <span className="z-faint block">{t("admin.conflict.yours")}</span>
                  <span className="own-words block whitespace-pre-line">{yours}</span>
                </p>
              </dd>
              {value !== null && theirs !== yours ? (
                <dd>
                  <button {...form.update.getButtonProps({ name, value })} className="z-button mt-2">
                    {t("admin.conflict.take", { label })}
                  </button>
                </dd>
              ) : null}
            </div>
          ))}
        </dl>
      ) : null}
      <p className="text-sm">{t("admin.conflict.after")}</p>
      <button type="submit" className="z-button mt-2">
        {t("admin.conflict.anyway")}
      </button>
    </section>
  );
}
