import { Link } from "@remix-run/react";
import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

export type ConfirmStepProps = {
  description: string;
  /** URL of the cancel link. */
  cancelTo: string;
  /** The form whose one button is `ok`; the step supplies the button. */
  form: (button: ReactNode) => ReactNode;
};

/** The confirm dialog as a step of the page, without scripts. */
export function ConfirmStep({ description, cancelTo, form }: ConfirmStepProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section
      aria-labelledby={`${id}-title`}
      className="mx-auto my-6 w-full max-w-sm rounded-xl bg-card p-6 shadow-card"
    >
      <h2 id={`${id}-title`} className="text-lg font-bold first-letter:uppercase">
        {t("dialog.title")}
      </h2>
      <p className="mt-1.5 text-ink-soft">{description}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-2.5">
        <Link to={cancelTo} className="button button-quiet min-w-24">
          <span className="inline-block first-letter:uppercase">{t("dialog.cancel")}</span>
        </Link>
        {form(
          <button type="submit" className="button button-primary min-w-24">
            <span className="inline-block first-letter:uppercase">{t("dialog.ok")}</span>
          </button>,
        )}
      </div>
    </section>
  );
}
