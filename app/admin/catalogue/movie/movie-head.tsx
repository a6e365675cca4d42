import { Form, Link, useActionData, useSearchParams } from "@remix-run/react";
import { ChartLine, ClipboardList, DatabaseZap, ExternalLink, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { AdminMovie, Undoable } from "../../../../contract/index.ts";
import { Notice } from "../../../ui/notice.tsx";
import { useMay } from "../../kit/admin-frame.tsx";
import { backOf } from "./movie-parts.ts";
import { StateChip, useMovieActionName } from "../movies/movie-cells.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { UndoLines } from "../../kit/undo-lines.tsx";

/** The top of a movie's screen: its name, its state, links to its other pages, and its deletion. */
export function MovieHead({
  movie,
  title,
}: {
  movie: Pick<AdminMovie, "id" | "revision" | "state" | "trailerOf">;
  title: string;
}) {
  const { t } = useTranslation();
  const may = useMay();
  const isTrailer = movie.trailerOf !== null;
  const [search] = useSearchParams();
  // After TMDB has filled it in, this is the next page; a write of its own has a notice of its own.
  const filled = useActionData() === undefined ? search.get("filled") : null;
  return (
    <PageHead title={title} back={backOf(t, movie)}>
      <span className="self-center">
        <StateChip state={movie.state} />
      </span>
      {movie.state === "published" ? (
        <Link to={`/video/${movie.id}`} className="z-button">
          <ExternalLink aria-hidden="true" className="size-4" />
          {t("admin.movie.site")}
        </Link>
      ) : null}
      {filled ? (
        <Notice text={t("admin.tmdb.filled", { number: filled })} closeLabel={t("admin.list.close")} />
      ) : null}
      {may("catalogue.write") && !isTrailer ? (
        <Link to={`/z/page/movie/detail/${movie.id}/tmdb`} className="z-button">
          <DatabaseZap aria-hidden="true" className="size-4" />
          {t("admin.tmdb.title")}
        </Link>
      ) : null}
      {may("analysis.read") && !isTrailer ? (
        <Link to={`/z/page/analysis?title=${movie.id}#retention`} className="z-button">
          <ChartLine aria-hidden="true" className="size-4" />
          {t("admin.section.analysis")}
        </Link>
      ) : null}
      {may("audit.read") ? (
        <Link to={`/z/management/audit?kind=movie&target=${movie.id}`} className="z-button">
          <ClipboardList aria-hidden="true" className="size-4" />
          {t("admin.section.audit")}
        </Link>
      ) : null}
      {may("catalogue.write") ? (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="delete" />
          <input type="hidden" name="revision" value={movie.revision} />
          <button type="submit" className="z-button z-button-danger">
            <Trash2 aria-hidden="true" className="size-4" />
            {t(isTrailer ? "admin.form.remove" : "admin.movie.delete")}
          </button>
        </Form>
      ) : null}
    </PageHead>
  );
}

/** Actions of the last day on this movie and others; an undo here restores this one. */
export function MovieUndo({ items, id }: { items: readonly Undoable[]; id: string }) {
  const { t } = useTranslation();
  const nameOf = useMovieActionName();
  return (
    <UndoLines
      id={id}
      items={items}
      nameOf={nameOf}
      numberOf={(number) => t("admin.movieBulk.done", { number })}
    />
  );
}
