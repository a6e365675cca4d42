import { getFormProps } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { longestDescription, longestTitle } from "../../../../contract/catalogue/values.ts";
import { directionOf } from "../../../../contract/locales.ts";
import type { Option } from "../../kit/options.ts";
import { ConflictPanel } from "../../kit/forms/conflict-panel.tsx";
import { AreaField, TextField } from "../../kit/forms/fields.tsx";
import { useEditForm } from "../../kit/forms/use-edit-form.ts";
import { DraftNotice } from "./draft-notice.tsx";
import type { PanelProps } from "./facts-panels.tsx";
import { LanguageTabs } from "./language-tabs.tsx";
import { Panel, SaveBar } from "./panel.tsx";

type TextsForm = { revision: string; locale: string; title: string; description: string };

/** A movie's name and description in one language, and how they look. */
export function TextsPanel({
  movie,
  outcome,
  editable,
  languages,
  lang,
  written,
}: PanelProps & {
  languages: readonly Option[];
  lang: string;
  /** Languages that have texts. */
  written: readonly string[];
}) {
  const { t } = useTranslation();
  const text = movie.texts[lang as "en"];
  const saved = { title: text?.title ?? "", description: text?.description ?? "" };
  const { form, fields, revision, conflict, base } = useEditForm<TextsForm>({
    id: `texts-${lang}`,
    outcome,
    defaultValue: { revision: String(movie.revision), locale: lang, ...saved },
    base: {
      [`texts.${lang}.title`]: text?.title ?? null,
      [`texts.${lang}.description`]: text?.description ?? null,
    },
  });
  const element = useRef<HTMLFormElement>(null);
  const [shown, setShown] = useState<typeof saved>(saved);
  const show = () => {
    const typed = new FormData(element.current!);
    setShown({
      title: String(typed.get("title") ?? ""),
      description: String(typed.get("description") ?? ""),
    });
  };
  return (
    <Panel id="texts-panel" title={t("admin.movie.texts")}>
      <LanguageTabs languages={languages} current={lang} written={written} label={t("admin.movie.texts")} />
      <Form method="post" {...getFormProps(form)} ref={element} onInput={show} preventScrollReset>
        <fieldset disabled={!editable} className="z-form max-w-none!">
          <input type="hidden" name="intent" value="texts" />
          <input type="hidden" name="locale" value={lang} />
          <input type="hidden" name="revision" value={revision ?? movie.revision} />
          <input type="hidden" name="base" value={base} />
          <ConflictPanel form={form} conflict={conflict} />
          {editable ? (
            <DraftNotice form={element} name={`${movie.id} ${lang}`} saved={saved} onTaken={show} />
          ) : null}
          <div lang={lang} className="contents">
            <TextField field={fields.title} label={t("admin.movie.title")} maxLength={longestTitle} />
            <AreaField
              field={fields.description}
              label={t("admin.movie.description")}
              rows={4}
              maxLength={longestDescription}
            />
          </div>
        </fieldset>
        {editable ? <SaveBar language={languages.find(({ value }) => value === lang)?.label} /> : null}
      </Form>
      <Preview movie={movie} lang={lang} shown={shown} />
      {editable && text && written.length > 1 ? (
        <button
          type="submit"
          form={form.id}
          name="gone"
          value="1"
          className="z-button z-button-danger mt-4 justify-self-start"
        >
          {t("admin.movie.removeText")}
        </button>
      ) : null}
    </Panel>
  );
}

/** How the texts look in the hero. */
function Preview({
  movie,
  lang,
  shown,
}: Pick<PanelProps, "movie"> & { lang: string; shown: { title: string; description: string } }) {
  const { t } = useTranslation();
  return (
    <figure
      className="z-preview relative mt-4 aspect-video max-w-lg overflow-hidden rounded-lg text-white"
      style={{ backgroundColor: movie.artwork.colour }}
    >
      <figcaption className="sr-only">{t("admin.text.preview")}</figcaption>
      <img
        src={`${movie.artwork.path}/backdrop-640.webp?v=${movie.artwork.version}`}
        alt=""
        width={640}
        height={360}
        loading="lazy"
        className="size-full object-cover"
      />
      <div lang={lang} dir={directionOf(lang as "en")}>
        <p className="z-preview-title">{shown.title || movie.id}</p>
        <p className="z-preview-text mt-1 line-clamp-2 text-sm/normal">{shown.description}</p>
      </div>
    </figure>
  );
}
