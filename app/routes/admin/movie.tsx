import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import "../../admin/kit/css/movie.css";
import { CreatePanel } from "../../admin/catalogue/movie/create-panel.tsx";
import { namedStills } from "../../admin/catalogue/movie/episode-names.ts";
import { MovieHead, MovieUndo } from "../../admin/catalogue/movie/movie-head.tsx";
import { partUrl } from "../../admin/catalogue/movie/movie-parts.ts";
import { nameOf } from "../../admin/catalogue/movie/movie-reply.server.ts";
import { ChecksPanel, OverviewPanel } from "../../admin/catalogue/movie/overview-panel.tsx";
import { checksOf, statesOf } from "../../admin/catalogue/movie/overview.server.ts";
import { findMovie } from "../../admin/catalogue/movie/read-part.server.ts";
import { movieAction } from "../../admin/catalogue/movie/write-movie.server.ts";
import { OutcomeNotice } from "../../admin/kit/outcome-notice.tsx";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { languages } from "../../features/language/languages.ts";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };
const languageOptions = languages.map(({ locale, name }) => ({ value: locale, label: name }));

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const permission = params.id ? "catalogue.read" : "catalogue.write";
  const server = await requirePermission(request, context, permission);
  const { api, t, unwrap, locale } = server;
  if (!params.id) {
    const page = adminPage(request, context, { t, title: t("admin.movie.new") });
    const year = new Date().getUTCFullYear();
    return { create: { formKey: crypto.randomUUID(), locale, year }, overview: null, page };
  }
  const episode = new URL(request.url).searchParams.get("episode");
  // An address from before each part had its page.
  if (episode) throw redirect(partUrl(params.id, "video", { episode: Number(episode) }));
  const movie = await findMovie(server, context, params.id);
  const undoable = server.may("catalogue.write") ? await api.get("z/movie/undoable", { id: movie.id }) : null;
  const { id, revision, state, artwork, trailerOf } = movie;
  const title = nameOf(movie, locale);
  const overview = {
    title,
    movie: { id, revision, state, artwork, trailerOf },
    states: statesOf(movie, server),
    checks: checksOf(movie, server),
    undoable: undoable ? namedStills(t, movie, unwrap(undoable).items) : [],
  };
  return { create: null, overview, page: adminPage(request, context, { t, title }) };
}

export const action = (args: ActionFunctionArgs) => movieAction(args);

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Movie() {
  const { t } = useTranslation();
  const { create, overview } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const back = { to: "/z/page/movie", label: t("admin.section.movies") };
  if (create)
    return (
      <main id="content" className="z-main">
        <PageHead title={t("admin.movie.new")} back={back} />
        <OutcomeNotice outcome={outcome} />
        <div className="z-stack">
          <CreatePanel {...create} outcome={outcome} languages={languageOptions} />
        </div>
      </main>
    );
  const { movie, title, states, checks } = overview;
  return (
    <main id="content" className="z-main">
      <MovieHead movie={movie} title={title} />
      <OutcomeNotice outcome={outcome} />
      <MovieUndo items={overview.undoable} id={movie.id} />
      <div className="z-columns mt-3">
        <OverviewPanel movie={movie} states={states} />
        <ChecksPanel id={movie.id} checks={checks} />
      </div>
    </main>
  );
}
