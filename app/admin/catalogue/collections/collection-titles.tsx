import { Link } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { mostCollectionMovies } from "../../../../contract/catalogue/values.ts";
import { useWriters } from "../../kit/format.ts";
import { ListEditor } from "../../kit/list-editor.tsx";
import { Chip } from "../../kit/page-head.tsx";
import { TitlePicker, type Hit } from "../../kit/title-picker.tsx";
import type { OpenCollection } from "./collection-editor.tsx";

type Props = {
  collection: OpenCollection;
  /** The words of the search in the address, and what they found; null = nothing was searched. */
  words: string;
  hits: Hit[] | null;
  editable: boolean;
};

/** The titles of a collection in order, and a search that adds others. Each change is saved at once. */
export function CollectionTitles({ collection, words, hits, editable }: Props) {
  const { t } = useTranslation();
  const { number } = useWriters();
  const { id, revision, movies, total } = collection;
  const full = movies.length >= mostCollectionMovies;
  return (
    <section className="z-panel" aria-labelledby="collection-movies">
      <h2 id="collection-movies">{t("admin.section.movies")}</h2>
      {total > movies.length ? (
        <p className="z-faint">
          {t("admin.collection.more", { shown: number(movies.length), number: number(total) })}
        </p>
      ) : null}
      <ListEditor
        order="movie-order"
        editable={editable}
        lines={movies.map((movie) => ({
          key: movie.id,
          name: movie.title,
          fields: { id, revision, movie: movie.id },
          content: (
            <>
              <Link
                to={`/z/page/movie/detail/${movie.id}`}
                className="z-link min-w-0 flex-1 truncate"
                draggable={false}
              >
                <bdi>{movie.title}</bdi>
              </Link>
              <span className="z-faint">{movie.year}</span>
              {movie.state === "published" ? null : <Chip>{t(`admin.movieState.${movie.state}`)}</Chip>}
            </>
          ),
          buttons: [
            { intent: "movie-remove", label: `${t("admin.form.remove")}: ${movie.title}`, icon: Trash2 },
          ],
        }))}
      />
      {editable && full ? (
        <p className="z-faint">{t("admin.collection.full", { number: number(mostCollectionMovies) })}</p>
      ) : null}
      {editable && !full ? (
        <TitlePicker
          path="/z/management/collections"
          place={{ collection: id }}
          fields={{ id, revision }}
          words={words}
          hits={hits}
          picked={new Set(movies.map((movie) => movie.id))}
          has={t("admin.collection.has")}
        />
      ) : null}
    </section>
  );
}
