import { Link } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { mostRowMovies } from "../../../../contract/catalogue/values.ts";
import { useWriters } from "../../kit/format.ts";
import { ListEditor } from "../../kit/list-editor.tsx";
import { TitlePicker, type Hit } from "../../kit/title-picker.tsx";
import type { Plan } from "./write-rows.server.ts";

type Props = {
  plan: Plan;
  /** Position of the row in the plan. */
  at: number;
  name: string;
  /** The words of the search in the address, and what they found; null = nothing was searched. */
  words: string;
  hits: Hit[] | null;
  editable: boolean;
};

/** The titles of a row that is picked by hand, in order, and a search that adds others. Each change is saved at once. */
export function RowTitles({ plan, at, name, words, hits, editable }: Props) {
  const { t } = useTranslation();
  const { number } = useWriters();
  const titles = plan.rows[at]?.titles ?? [];
  const full = titles.length >= mostRowMovies;
  return (
    <section className="z-panel" aria-labelledby="row-movies">
      <h2 id="row-movies" className="own-words">
        {name}
      </h2>
      {titles.length === 0 ? <p className="z-faint">{t("admin.row.noTitles")}</p> : null}
      <ListEditor
        order="movie-order"
        editable={editable}
        lines={titles.map(({ id, title }) => ({
          key: id,
          name: title,
          fields: { revision: plan.revision, at, movie: id },
          content: (
            <Link
              to={`/z/page/movie/detail/${id}`}
              className="z-link min-w-0 flex-1 truncate"
              draggable={false}
            >
              <bdi>{title}</bdi>
            </Link>
          ),
          buttons: [{ intent: "movie-remove", label: `${t("admin.form.remove")}: ${title}`, icon: Trash2 }],
        }))}
      />
      {editable && full ? (
        <p className="z-faint">{t("admin.row.full", { number: number(mostRowMovies) })}</p>
      ) : null}
      {editable && !full ? (
        <TitlePicker
          path="/z/management/rows"
          place={{ row: at }}
          fields={{ revision: plan.revision, at }}
          words={words}
          hits={hits}
          picked={new Set(titles.map(({ id }) => id))}
          has={t("admin.row.has")}
        />
      ) : null}
    </section>
  );
}
