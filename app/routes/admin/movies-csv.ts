import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvParts } from "../../admin/kit/csv-file.server.ts";
import { filterOfMovies, readMovieQuery } from "../../admin/catalogue/movies/movie-query.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";

/** The list of movies as a CSV file, with everything the filter finds. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, unwrap } = await requirePermission(request, context, "catalogue.read");
  const filter = filterOfMovies(readMovieQuery(new URL(request.url).searchParams));
  return csvParts(async (cursor) =>
    unwrap(await api.get("z/movie/export", { ...filter, ...(cursor && { cursor }) })),
  );
}
