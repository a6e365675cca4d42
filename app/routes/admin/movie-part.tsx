import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { useMay } from "../../admin/kit/admin-frame.tsx";
import "../../admin/kit/css/movie.css";
import { ArtworkPanel } from "../../admin/catalogue/movie/artwork-panel.tsx";
import { CreditsPanel } from "../../admin/catalogue/movie/credits-panel.tsx";
import { EpisodeParts } from "../../admin/catalogue/movie/episode-parts.tsx";
import { FactsPanel, SchedulePanel } from "../../admin/catalogue/movie/facts-panels.tsx";
import { MovieUndo } from "../../admin/catalogue/movie/movie-head.tsx";
import type { MovieOutcome } from "../../admin/catalogue/movie/movie-outcome.ts";
import { backOf, partNames, partsOf, partUrl } from "../../admin/catalogue/movie/movie-parts.ts";
import { nameOf } from "../../admin/catalogue/movie/movie-reply.server.ts";
import { ChecksPanel } from "../../admin/catalogue/movie/overview-panel.tsx";
import { Panel } from "../../admin/catalogue/movie/panel.tsx";
import { MovieParts } from "../../admin/catalogue/movie/parts-nav.tsx";
import { findMovie, readPart } from "../../admin/catalogue/movie/read-part.server.ts";
import { TextsPanel } from "../../admin/catalogue/movie/texts-panel.tsx";
import { TrailerPanel } from "../../admin/catalogue/movie/trailer-panel.tsx";
import { replacingText, seriesTarget, videoTarget } from "../../admin/catalogue/movie/upload-targets.ts";
import { movieAction } from "../../admin/catalogue/movie/write-movie.server.ts";
import { StateChip } from "../../admin/catalogue/movies/movie-cells.tsx";
import { SeveralUpload } from "../../admin/ingest/upload/several-upload.tsx";
import { VideoUpload } from "../../admin/ingest/upload/video-upload.tsx";
import { UnsavedGuard } from "../../admin/kit/forms/unsaved-guard.tsx";
import { OutcomeNotice } from "../../admin/kit/outcome-notice.tsx";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { useZone } from "../../admin/kit/zone.ts";
import { useBrowserSession } from "../../features/session/session-provider.tsx";
import { useUploadForms } from "../../features/session/use-upload-forms.ts";
import { languages } from "../../features/language/languages.ts";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { notFound, requirePermission } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };
const languageOptions = languages.map(({ locale, name }) => ({ value: locale, label: name }));

/** One part of a movie: its facts, texts, episodes, and so on. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const server = await requirePermission(request, context, "catalogue.read");
  const movie = await findMovie(server, context, params.id!);
  const part = partsOf(movie).find((one) => one === params.part);
  if (!part) throw notFound(server, context);
  const { t, locale } = server;
  const title = nameOf(movie, locale);
  const { searchParams: search } = new URL(request.url);
  // An episode that was moved has another address: this is the next page.
  const notice: MovieOutcome | undefined = search.has("moved")
    ? { done: { text: t("profile.saved") } }
    : undefined;
  return {
    title,
    ...(await readPart(server, context, { movie, part, search })),
    notice,
    page: adminPage(request, context, { t, title: `${t(partNames[part])} · ${title}` }),
  };
}

export const action = (args: ActionFunctionArgs) => movieAction(args);

/** A key that changes with the form's subject: then the form resets, and typed values of other forms stay. */
const keyOf = (...values: unknown[]) => JSON.stringify(values);

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function MoviePart() {
  const { t, i18n } = useTranslation();
  const locale = i18n.language;
  const zone = useZone();
  const shown = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>() ?? shown.notice;
  const editable = useMay()("catalogue.write");
  const forms = useUploadForms();
  const session = useBrowserSession();
  const { title, part, movie, episode, encoding, lang, written, genres, checks, maxBytes } = shown;
  const shared = { movie, outcome, editable };
  const { kind, access, teaserS, originalLanguage, year, rating, tags, hero } = movie;
  const { status, publishAt, hideAt, premiereOn } = movie;
  return (
    <main id="content" className="z-main">
      <PageHead title={title} back={backOf(t, movie)}>
        <StateChip state={movie.state} />
      </PageHead>
      <OutcomeNotice outcome={outcome} />
      <UnsavedGuard outcome={outcome} />
      <MovieUndo items={shown.undoable} id={movie.id} />
      <MovieParts movie={movie} current={part}>
        {part === "facts" ? (
          <FactsPanel
            key={keyOf(kind, access, teaserS, originalLanguage, year, rating, tags, hero, movie.genres)}
            {...shared}
            genres={genres}
            languages={languageOptions}
          />
        ) : null}
        {part === "texts" ? (
          <TextsPanel
            key={keyOf(lang, movie.texts[lang as "en"])}
            {...shared}
            languages={languageOptions}
            lang={lang}
            written={written}
          />
        ) : null}
        <EpisodeParts {...shown} {...shared} languages={languageOptions} forms={forms}>
          {editable && episode ? (
            <VideoUpload
              // Another encoding is another video: the form resets.
              key={encoding?.id}
              action={`${partUrl(movie.id, "video", { episode: episode.index, lang })}&send=video`}
              target={videoTarget(movie, { title, index: episode.index, t })}
              maxBytes={shown.videoMaxBytes}
              error={outcome?.video?.index === episode.index ? outcome.video.error : null}
              replaces={replacingText(movie, { title, index: episode.index, encoding, t, locale })}
            />
          ) : null}
        </EpisodeParts>
        {part === "video" && movie.trailerOf === null ? <TrailerPanel {...shared} /> : null}
        {part === "episodes" && editable && session ? (
          <Panel id="several" title={t("admin.upload.several")}>
            <SeveralUpload
              series={seriesTarget(movie, { title, lang })}
              maxBytes={shown.videoMaxBytes}
              api={session.api}
            />
          </Panel>
        ) : null}
        {part === "people" ? <CreditsPanel key={keyOf(movie.credits)} {...shared} /> : null}
        {part === "artwork" ? <ArtworkPanel {...shared} forms={forms} maxBytes={maxBytes} /> : null}
        {part === "publishing" ? (
          <>
            <ChecksPanel id={movie.id} checks={checks} />
            <SchedulePanel
              key={keyOf(status, publishAt, hideAt, premiereOn, zone)}
              {...shared}
              announceable={checks.some((check) => check.part === "video")}
            />
          </>
        ) : null}
      </MovieParts>
    </main>
  );
}
