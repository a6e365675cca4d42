import { Form, Link } from "@remix-run/react";
import { Plus, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { OutputOf } from "../../../../contract/index.ts";
import { useWriters } from "../../kit/format.ts";
import { ListEditor } from "../../kit/list-editor.tsx";
import type { Option } from "../../kit/options.ts";
import type { GenreReply } from "./write-genre.server.ts";

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
          name: nameOf(genre),
          open: genre.id === open,
          content: (
            <>
              <span className="min-w-0 flex-1">
                <Link
                  to={`?genre=${genre.id}`}
                  className="z-link block truncate"
                  preventScrollReset
                  dir="auto"
                >
                  {nameOf(genre)}
                </Link>
                <bdi className="z-faint">{genre.id}</bdi>
              </span>
              <span className="z-faint">
                {t("admin.movie.count", { number: write.number(genre.movies) })}
              </span>
            </>
          ),
        }))}
      />
      <Link to="?genre=" className="z-button" preventScrollReset>
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
  reply,
  editable,
}: {
  genre: Genre | null;
  languages: readonly Option[];
  /** The values that were typed and refused. */
  reply: GenreReply | undefined;
  editable: boolean;
}) {
  const { t } = useTranslation();
  const error = (field: string) => reply?.errors[field];
  return (
    <section className="z-panel" aria-labelledby="genre-title">
      <h2 id="genre-title">{genre ? genre.id : t("admin.genre.new")}</h2>
      <Form method="post" preventScrollReset>
        <fieldset disabled={!editable} className="z-form">
          <input type="hidden" name="intent" value="save" />
          {genre ? (
            <>
              <input type="hidden" name="id" value={genre.id} />
              <input type="hidden" name="before" value={JSON.stringify(reply?.before ?? genre.names)} />
            </>
          ) : (
            <Field
              name="id"
              label={t("admin.user.id")}
              hint={t("admin.genre.idHint")}
              value={reply?.values.id ?? ""}
              error={error("id")}
            />
          )}
          {languages.map(({ value, label }) => (
            <Field
              key={value}
              name={`names.${value}`}
              label={label}
              lang={value}
              value={reply ? (reply.values[`names.${value}`] ?? "") : (genre?.names[value as "en"] ?? "")}
              error={error(`names.${value}`)}
            />
          ))}
          <p className="z-hint">{t("admin.genre.without")}</p>
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

/** One line of text, with the reason it was refused. */
export function Field(props: {
  name: string;
  label: string;
  value: string;
  hint?: string;
  error?: string | undefined;
  lang?: string;
  rows?: number;
}) {
  const { name, label, value, hint, error, lang, rows } = props;
  const note = error ?? hint;
  const shared = {
    id: `field-${name}`,
    name,
    defaultValue: value,
    className: "z-control",
    dir: "auto",
    lang,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": note ? `field-${name}-note` : undefined,
  };
  return (
    <div className="z-field">
      <label className="z-label" htmlFor={shared.id}>
        {label}
      </label>
      {rows ? <textarea {...shared} rows={rows} /> : <input type="text" maxLength={200} {...shared} />}
      {note ? (
        <p id={`field-${name}-note`} className={error ? "z-error" : "z-hint"}>
          {note}
        </p>
      ) : null}
    </div>
  );
}
