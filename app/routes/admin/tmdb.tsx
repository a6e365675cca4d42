import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { codes } from "../../../contract/codes.ts";
import { DifferencesForm, EntryPanel } from "../../admin/ingest/tmdb/differences-form.tsx";
import { readTmdb } from "../../admin/ingest/tmdb/presenter.server.ts";
import { Attribution, FailurePanel, Hits, SearchPanel } from "../../admin/ingest/tmdb/search-panel.tsx";
import { fill, makeDraft, type TmdbOutcome } from "../../admin/ingest/tmdb/write-tmdb.server.ts";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import "../../admin/kit/css/tmdb.css";
import { OutcomeNotice } from "../../admin/kit/outcome-notice.tsx";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { notFound, requirePermission } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };

/** Fills a title in from TMDB; without an id, makes a draft of what is found there. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const server = await requirePermission(request, context, "catalogue.write");
  const { api, t, locale, unwrap } = server;
  const search = new URL(request.url).searchParams;
  const title = t(params.id ? "admin.tmdb.title" : "admin.tmdb.find");
  const page = adminPage(request, context, { t, title });
  if (!params.id) return { movie: null, view: await readTmdb(server, search, null), title, page };
  const answer = await api.get("z/movie/detail", { id: params.id });
  // A malformed id belongs to no title.
  if (answer.c === codes.invalid.c) throw notFound(server, context);
  const movie = unwrap(answer);
  const { id, texts } = movie;
  const own = texts[locale] ?? texts.en ?? Object.values(texts)[0];
  return {
    movie: { id, title: own?.title ?? id },
    view: await readTmdb(server, search, movie),
    title,
    page,
  };
}

/** Makes a draft, or fills the title in (`intent`). */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const server = await requirePermission(request, context, "catalogue.write");
  const form = await readFields(request, context);
  return params.id ? fill(server, params.id, form) : makeDraft(server, form);
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Tmdb() {
  const { t } = useTranslation();
  const { movie, view, title } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>() as TmdbOutcome | undefined;
  const { compared, hits, failed, asked, leftOut } = view;
  const back = movie
    ? { to: `/z/page/movie/detail/${movie.id}`, label: movie.title }
    : { to: "/z/page/movie/detail", label: t("admin.movie.new") };
  return (
    <main id="content" className="z-main">
      <PageHead title={title} text={t("admin.tmdb.text")} back={back} />
      <OutcomeNotice outcome={outcome} />
      <div className="z-stack mt-3">
        {failed ? <FailurePanel failed={failed} /> : null}
        {compared && movie ? (
          <>
            <EntryPanel compared={compared} movieId={movie.id} />
            <DifferencesForm
              key={`${compared.tmdb} ${compared.season} ${compared.revision}`}
              compared={compared}
              outcome={outcome}
              movieId={movie.id}
            />
          </>
        ) : failed?.off ? null : (
          <SearchPanel asked={asked} leftOut={leftOut} />
        )}
        {hits ? <Hits hits={hits} movieId={movie?.id ?? null} /> : null}
        <Attribution />
      </div>
    </main>
  );
}
