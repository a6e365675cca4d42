import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { codes } from "../../../contract/codes.ts";
import { localeOfCode } from "../../../contract/locales.ts";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { useMay } from "../../admin/kit/admin-frame.tsx";
import { genreOptions } from "../../admin/kit/options.ts";
import "../../admin/kit/css/movie.css";
import { EpisodesPanel } from "../../admin/catalogue/movie/episodes-panel.tsx";
import { MovieHead } from "../../admin/catalogue/movie/movie-head.tsx";
import { ArtworkPanel } from "../../admin/catalogue/movie/artwork-panel.tsx";
import { CreatePanel } from "../../admin/catalogue/movie/create-panel.tsx";
import { CreditsPanel } from "../../admin/catalogue/movie/credits-panel.tsx";
import { EpisodePanel } from "../../admin/catalogue/movie/episode-panel.tsx";
import { FactsPanel, SchedulePanel } from "../../admin/catalogue/movie/facts-panels.tsx";
import { SoundsPanel } from "../../admin/catalogue/movie/sounds-panel.tsx";
import { SubtitlesPanel } from "../../admin/catalogue/movie/subtitles-panel.tsx";
import { TextsPanel } from "../../admin/catalogue/movie/texts-panel.tsx";
import { episodeExtras } from "../../admin/catalogue/movie/episode-extras.server.ts";
import { sendFile } from "../../admin/catalogue/movie/send-file.server.ts";
import { VideoPanel } from "../../admin/catalogue/movie/video-panel.tsx";
import { nameOf } from "../../admin/catalogue/movie/movie-reply.server.ts";
import { createMovie, writeMovie } from "../../admin/catalogue/movie/write-movie.server.ts";
import { VideoUpload } from "../../admin/ingest/upload/video-upload.tsx";
import { OutcomeNotice } from "../../admin/kit/outcome-notice.tsx";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { useSession } from "../../features/session/session-provider.tsx";
import { useUploadForms } from "../../features/session/use-upload-forms.ts";
import { languages } from "../../features/language/languages.ts";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { notFound, requirePermission, type AdminServer } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };
const languageOptions = languages.map(({ locale, name }) => ({ value: locale, label: name }));

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const permission = params.id ? "catalogue.read" : "catalogue.write";
  const server = await requirePermission(request, context, permission);
  const { api, t, unwrap, locale } = server;
  const search = new URL(request.url).searchParams;
  if (!params.id) {
    const page = adminPage(request, context, { t, title: t("admin.movie.new") });
    const year = new Date().getUTCFullYear();
    return { create: { formKey: crypto.randomUUID(), locale, year }, edit: null, page };
  }
  const movie = await readMovie(server, context, params.id);
  const [genres, config] = await Promise.all([api.get("z/genre/list", {}), api.get("config", {})]);
  const asked = localeOfCode(search.get("lang") ?? "");
  const first = languageOptions.find(({ value }) => value in movie.texts)?.value ?? "en";
  const written = locale in movie.texts ? locale : undefined;
  const index = Number(search.get("episode") ?? (movie.kind === "film" ? 1 : Number.NaN));
  const title = nameOf(movie, locale);
  const episode = movie.episodes.find((one) => one.index === index) ?? null;
  const edit = {
    movie,
    title,
    genres: genreOptions(unwrap(genres).items, locale),
    ...limitsOf(unwrap(config).upload),
    lang: asked ?? written ?? first,
    episode,
    ...(await episodeExtras(server, { id: movie.id, episode })),
  };
  return { create: null, edit, page: adminPage(request, context, { t, title }) };
}

/** Every write about this movie (`intent`); without an id, a new one. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const server = await requirePermission(request, context, "catalogue.write");
  const { id } = params;
  if (!id) return createMovie(server, await readFields(request, context));
  const movie = await readMovie(server, context, id);
  const sent = await sendFile(server, context, { request, movie });
  if (sent) return sent;
  return writeMovie({ server, movie, form: await readFields(request, context) });
}

async function readMovie(server: AdminServer, context: LoaderFunctionArgs["context"], id: string) {
  const answer = await server.api.get("z/movie/detail", { id });
  // A malformed id belongs to no movie.
  if (answer.c === codes.invalid.c) throw notFound(server, context);
  return server.unwrap(answer);
}

const limitsOf = ({ pictureMaxBytes, maxBytes }: { pictureMaxBytes: number; maxBytes: number }) => ({
  maxBytes: pictureMaxBytes,
  videoMaxBytes: maxBytes,
});

/** A key that changes with the form's subject. */
const keyOf = (...values: unknown[]) => JSON.stringify(values);

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

function NewMovie(props: Omit<ComponentProps<typeof CreatePanel>, "languages">) {
  const { t } = useTranslation();
  const back = { to: "/z/page/movie", label: t("admin.section.movies") };
  return (
    <main id="content" className="z-main">
      <PageHead title={t("admin.movie.new")} back={back} />
      <OutcomeNotice outcome={props.outcome} />
      <div className="z-stack">
        <CreatePanel {...props} languages={languageOptions} />
      </div>
    </main>
  );
}

export default function Movie() {
  const { create, edit } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const editable = useMay()("catalogue.write");
  const forms = useUploadForms();
  const { session } = useSession();
  if (create) return <NewMovie {...create} outcome={outcome} />;
  const { movie, genres, lang, episode, encoding, tracks, subtitleLanguages, video } = edit;
  const shared = { movie, outcome, editable, forms };
  return (
    <main id="content" className="z-main">
      <MovieHead movie={movie} title={edit.title} />
      <OutcomeNotice outcome={outcome} />
      {/* A form resets when its own subject has changed: values typed in the others stay. */}
      <div className="z-columns mt-3">
        <div className="grid grid-cols-1 gap-4">
          <TextsPanel
            key={keyOf(lang, movie.texts[lang as "en"])}
            {...shared}
            languages={languageOptions}
            lang={lang}
          />
          <EpisodesPanel {...shared} open={episode?.index ?? null} lang={lang} />
          {episode ? (
            <>
              <VideoPanel
                key={episode.index}
                episode={episode}
                movieId={movie.id}
                encoding={encoding}
                editable={editable}
              >
                {editable ? (
                  <VideoUpload
                    // Another encoding is another video: the form resets.
                    key={encoding?.id}
                    action={`/z/page/movie/detail/${movie.id}?episode=${episode.index}&lang=${lang}&send=video`}
                    maxBytes={edit.videoMaxBytes}
                    error={outcome?.video?.index === episode.index ? outcome.video.error : null}
                    forms={forms}
                    api={session?.api ?? null}
                  />
                ) : null}
              </VideoPanel>
              {video && <SoundsPanel key={keyOf(video)} {...shared} video={video} />}
              <EpisodePanel
                // Its asset may be ready meanwhile: the typed values stay.
                key={keyOf(lang, { ...episode, asset: null })}
                {...shared}
                episode={episode}
                languages={languageOptions}
                lang={lang}
              />
              <SubtitlesPanel {...shared} episode={episode} tracks={tracks} languages={subtitleLanguages} />
            </>
          ) : null}
          <FactsPanel
            key={keyOf(
              movie.kind,
              movie.access,
              movie.teaserS,
              movie.originalLanguage,
              movie.year,
              movie.rating,
              movie.tags,
              movie.hero,
              movie.genres,
            )}
            {...shared}
            genres={genres}
            languages={languageOptions}
          />
          <CreditsPanel key={keyOf(movie.credits)} {...shared} />
        </div>
        <div className="grid grid-cols-1 gap-4">
          <SchedulePanel key={keyOf(movie.status, movie.publishAt, movie.hideAt)} {...shared} />
          <ArtworkPanel {...shared} maxBytes={edit.maxBytes} />
        </div>
      </div>
    </main>
  );
}
