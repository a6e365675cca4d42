import { getFormProps } from "@conform-to/react";
import { Form, Link } from "@remix-run/react";
import { Plus, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { OutputOf } from "../../../../contract/index.ts";
import { LocalisedField, TextField } from "../../kit/forms/fields.tsx";
import { useEditForm } from "../../kit/forms/use-edit-form.ts";
import { useWriters } from "../../kit/format.ts";
import { ListEditor } from "../../kit/list-editor.tsx";
import type { Option } from "../../kit/options.ts";
import type { Outcome } from "../../kit/outcome.ts";

type Genre = OutputOf<"z/genre/list">["items"][number];

/** Every genre with its names and its number of movies. */
export function GenresList({
  genres,
  open,
  nameOf,
}: {
  genres: readonly Genre[];
  /** Id of the genre being edited. */
  open: string | null;
  nameOf: (genre: Genre) => string;
}) {
  const { t } = useTranslation();
  const write = useWriters();
  return (
    <section className="z-panel" aria-label={t("admin.section.genres")}>
      {genres.length === 0 ? <p className="z-none">{t("admin.list.nothing")}</p> : null}
      <ListEditor
        order={null}
        lines={genres.map((genre) => ({
          key: genre.id,
          id: `genre-${genre.id}`,
          name: nameOf(genre),
          open: genre.id === open,
          content: (
            <>
              <span className="min-w-0 flex-1">
                <Link to={`?genre=${genre.id}#genre-title`} className="z-link block truncate" dir="auto">
                  {nameOf(genre)}
                </Link>
                <bdi className="z-faint">{genre.id}</bdi>
              </span>
              <span className="z-faint">
                {t("admin.movie.count", { number: write.number(genre.movies ?? 0) })}
              </span>
            </>
          ),
        }))}
      />
      <Link to="?genre=#genre-title" className="z-button">
        <Plus aria-hidden="true" className="size-4" />
        {t("admin.genre.new")}
      </Link>
    </section>
  );
}

/** A genre's names in every language; without a genre, the form for a new one. */
export function GenreEditor({
  genre,
  languages,
  outcome,
  editable,
}: {
  genre: Genre | null;
  languages: readonly Option[];
  outcome: Outcome | undefined;
  editable: boolean;
}) {
  const { t } = useTranslation();
  const names = genre?.names ?? {};
  const { form, fields, base } = useEditForm<{ id: string; names: Record<string, string> }>({
    id: "genre",
    outcome,
    defaultValue: { id: "", names },
    base: names,
  });
  return (
    <section className="z-panel" aria-labelledby="genre-title">
      <h2 id="genre-title">{genre ? genre.id : t("admin.genre.new")}</h2>
      <Form method="post" {...getFormProps(form)} preventScrollReset>
        <fieldset disabled={!editable} className="z-form">
          <input type="hidden" name="intent" value="save" />
          {genre ? (
            <>
              <input type="hidden" name="id" value={genre.id} />
              <input type="hidden" name="base" value={base} />
            </>
          ) : (
            <TextField
              field={fields.id}
              label={t("admin.user.id")}
              hint={t("admin.genre.idHint")}
              maxLength={200}
            />
          )}
          <LocalisedField field={fields.names} languages={languages} />
          {editable ? (
            <button type="submit" className="z-button z-button-primary justify-self-start">
              {t("profile.save")}
            </button>
          ) : null}
        </fieldset>
      </Form>
      {genre && editable ? (
        <Form method="post" preventScrollReset className="mt-3">
          <input type="hidden" name="intent" value="delete" />
          <input type="hidden" name="id" value={genre.id} />
          <button type="submit" className="z-button z-button-danger">
            <Trash2 aria-hidden="true" className="size-4" />
            {t("admin.genre.delete")}
          </button>
        </Form>
      ) : null}
    </section>
  );
}
