import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** One part of a movie, under its heading. */
export function Panel({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="z-panel" aria-labelledby={`${id}-title`} id={id}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}

/** The save of a long form. It stays in view as long as the form does, with the language being edited. */
export function SaveBar({
  language,
}: {
  /** Name of the language, if the form edits one of several. */
  language?: string | undefined;
}) {
  const { t } = useTranslation();
  return (
    <div className="z-save">
      <SaveButton />
      {language ? <span className="z-editing">{t("admin.movie.editing", { language })}</span> : null}
    </div>
  );
}

/** The submit button of a form. */
export function SaveButton({ label }: { label?: string }) {
  const { t } = useTranslation();
  return (
    <button type="submit" className="z-button z-button-primary justify-self-start">
      {label ?? t("profile.save")}
    </button>
  );
}
