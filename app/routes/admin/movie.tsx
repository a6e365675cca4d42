import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import "../../admin/kit/css/movie.css";
import { namedStills } from "../../admin/catalogue/movie/episode-names.ts";
import { MovieHead, MovieUndo } from "../../admin/catalogue/movie/movie-head.tsx";
import { partUrl } from "../../admin/catalogue/movie/movie-parts.ts";
import { nameOf } from "../../admin/catalogue/movie/movie-reply.server.ts";
import { ChecksPanel, OverviewPanel } from "../../admin/catalogue/movie/overview-panel.tsx";
import { checksOf, statesOf } from "../../admin/catalogue/movie/overview.server.ts";
import { findMovie } from "../../admin/catalogue/movie/read-part.server.ts";
import { movieAction } from "../../admin/catalogue/movie/write-movie.server.ts";
import { OutcomeNotice } from "../../admin/kit/outcome-notice.tsx";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };

/** A movie: what it has and lacks, with the way to the page of each part. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const server = await requirePermission(request, context, "catalogue.read");
  const { api, t, unwrap, locale } = server;
  const wanted = params.id!;
  const episode = new URL(request.url).searchParams.get("episode");
  // An address from before each part had its page.
  if (episode) throw redirect(partUrl(wanted, "video", { episode: Number(episode) }));
  const movie = await findMovie(server, context, wanted);
  const undoable = server.may("catalogue.write") ? await api.get("z/movie/undoable", { id: movie.id }) : null;
  const { id, revision, state, artwork, trailerOf } = movie;
  const title = nameOf(movie, locale);
  return {
    title,
    movie: { id, revision, state, artwork, trailerOf },
    states: statesOf(movie, server),
    checks: checksOf(movie, server),
    undoable: undoable ? namedStills(t, movie, unwrap(undoable).items) : [],
    page: adminPage(request, context, { t, title }),
  };
}

export const action = (args: ActionFunctionArgs) => movieAction(args);

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Movie() {
  const { title, movie, states, checks, undoable } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  return (
    <main id="content" className="z-main">
      <MovieHead movie={movie} title={title} />
      <OutcomeNotice outcome={outcome} />
      <MovieUndo items={undoable} id={movie.id} />
      <div className="z-columns mt-3">
        <OverviewPanel movie={movie} states={states} />
        <ChecksPanel id={movie.id} checks={checks} />
      </div>
    </main>
  );
}
