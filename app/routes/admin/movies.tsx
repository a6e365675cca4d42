import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Download, Plus, Upload } from "lucide-react";
import { useTranslation } from "react-i18next";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { useMay } from "../../admin/kit/admin-frame.tsx";
import { genreOptions } from "../../admin/kit/options.ts";
import "../../admin/kit/css/movie.css";
import { bulkMovies } from "../../admin/catalogue/movies/bulk-movies.server.ts";
import { filterOfMovies, readMovieQuery } from "../../admin/catalogue/movies/movie-query.ts";
import { useMovieActionName } from "../../admin/catalogue/movies/movie-cells.tsx";
import { MoviesTable } from "../../admin/catalogue/movies/movies-table.tsx";
import type { Outcome } from "../../admin/kit/outcome.ts";
import { OutcomeNotice } from "../../admin/kit/outcome-notice.tsx";
import { UndoLines } from "../../admin/kit/undo-lines.tsx";
import { LeftOut } from "../../admin/kit/left-out.tsx";
import { readList } from "../../admin/kit/read-list.ts";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { languages } from "../../features/language/languages.ts";
import { pageMeta } from "../../lib/page-meta.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";
import type { RouteHandle } from "../../lib/packs.ts";

export const handle: RouteHandle = { texts: ["admin"] };
const pageLength = 50;
const languageOptions = languages.map(({ locale, name }) => ({ value: locale, label: name }));

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, unwrap, locale, may } = await requirePermission(request, context, "catalogue.read");
  const search = new URL(request.url).searchParams;
  const [{ answer, query, leftOut }, genres, undoable] = await Promise.all([
    readList(readMovieQuery(search), (given) => api.get("z/movie/list", { ...given, limit: pageLength })),
    api.get("z/genre/list", {}),
    may("catalogue.write") ? api.get("z/movie/undoable", {}) : null,
  ]);
  // After the deletion of a movie, this is the next page.
  const deleted = search.get("deleted");
  const notice: Outcome | undefined = deleted
    ? {
        done: {
          text: t("admin.movie.deleted"),
          undo: [
            ["intent", "undo"],
            ["entry", deleted],
          ],
        },
      }
    : undefined;
  const { items, ...list } = unwrap(answer);
  return {
    // What the table does not show is not sent.
    list: {
      ...list,
      items: items.map(({ genres: _genres, tags: _tags, languages: _languages, ...row }) => row),
    },
    genres: genreOptions(unwrap(genres).items, locale),
    query,
    leftOut,
    notice,
    undoable: undoable ? unwrap(undoable).items : [],
    page: adminPage(request, context, { t, title: t("admin.section.movies") }),
  };
}

/** A bulk action (`intent`), or its undo. */
export async function action({ request, context }: ActionFunctionArgs) {
  const server = await requirePermission(request, context, "catalogue.write");
  const query = readMovieQuery(new URL(request.url).searchParams);
  return bulkMovies(server, await readFields(request, context), query);
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Movies() {
  const { t } = useTranslation();
  const { list, query, leftOut, genres, notice, undoable } = useLoaderData<typeof loader>();
  const nameOf = useMovieActionName();
  const outcome = useActionData<typeof action>() ?? notice;
  const may = useMay()("catalogue.write");
  const filter = new URLSearchParams(
    Object.entries(filterOfMovies(query)).map(([name, value]) => [name, String(value)]),
  ).toString();
  return (
    <main id="content" className="z-main">
      <PageHead title={t("admin.section.movies")}>
        <a href={`/z/page/movie.csv${filter && `?${filter}`}`} download className="z-button">
          <Download aria-hidden="true" className="size-4" />
          {t("admin.list.csv")}
        </a>
        {may ? (
          <>
            <Link to="/z/management/import" prefetch="intent" className="z-button">
              <Upload aria-hidden="true" className="size-4" />
              {t("admin.csv.import")}
            </Link>
            <Link to="/z/page/movie/detail" prefetch="intent" className="z-button z-button-primary">
              <Plus aria-hidden="true" className="size-4" />
              {t("admin.movie.new")}
            </Link>
          </>
        ) : null}
      </PageHead>
      <OutcomeNotice outcome={outcome} />
      <UndoLines
        items={undoable}
        nameOf={nameOf}
        numberOf={(number) => t("admin.movieBulk.done", { number })}
      />
      <LeftOut names={leftOut} />
      <MoviesTable list={list} query={query} genres={genres} languages={languageOptions} />
    </main>
  );
}
