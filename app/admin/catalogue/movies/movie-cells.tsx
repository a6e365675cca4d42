import { Form } from "@remix-run/react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { needsVip, type AccessLevel } from "../../../../contract/catalogue/values.ts";
import type { AdminMovieRow, MovieState, Undoable } from "../../../../contract/index.ts";
import { listFormat } from "../../../lib/formats.ts";
import { PageLink } from "../../../ui/page-link.tsx";
import { useTierName } from "../../../ui/access-badge.tsx";
import { useAccessOptions } from "../../kit/access-levels.ts";
import type { Writers } from "../../kit/format.ts";
import { Chip } from "../../kit/page-head.tsx";

/** What a list shows of a movie. */
export type MovieRow = Omit<AdminMovieRow, "genres" | "tags" | "languages">;

/** The texts and formats of the reader's language: passed in, as there are many cells on a page. */
type Words = { t: TFunction; write: Writers };

const tones = {
  draft: undefined,
  scheduled: "gold",
  waiting: "gold",
  published: "good",
  ended: "red",
  trailer: undefined,
  deleted: "red",
} as const;

/** The state of a movie. */
export function StateChip({ state }: { state: MovieState }) {
  const { t } = useTranslation();
  return stateChip(state, t);
}

function stateChip(state: MovieState, t: TFunction) {
  return <Chip tone={tones[state]}>{t(`admin.movieState.${state}`)}</Chip>;
}

/** The access level in a word. */
export function AccessChip({ access }: { access: AccessLevel }) {
  const { t } = useTranslation();
  const tier = useTierName();
  if (needsVip(access)) return <Chip tone="gold">{tier(access)}</Chip>;
  return <Chip>{t(access === "free" ? "search.free" : "search.account")}</Chip>;
}

/** A movie's poster, small, and its name as a link to its page. */
export function MovieCell({ movie }: { movie: MovieRow }) {
  const { id, title, artwork, state } = movie;
  return (
    <span className="flex min-w-0 items-center gap-3">
      <img
        src={`${artwork.path}/poster-160.webp?v=${artwork.version}`}
        alt=""
        width={32}
        height={48}
        loading="lazy"
        decoding="async"
        className="h-12 w-8 shrink-0 rounded-sm object-cover"
        style={{ backgroundColor: artwork.colour }}
      />
      <span className="min-w-0">
        {state === "deleted" ? (
          <span className="block truncate" dir="auto">
            {title}
          </span>
        ) : (
          <PageLink
            to={`/z/page/movie/detail/${id}`}
            prefetch="intent"
            className="z-link block truncate"
            dir="auto"
          >
            {title}
          </PageLink>
        )}
        <bdi className="z-faint block truncate">{id}</bdi>
      </span>
    </span>
  );
}

/** The state, and the date that causes it. */
export function StateCell({ movie, t, write }: { movie: MovieRow } & Words) {
  const { state, publishAt, hideAt, premiereOn } = movie;
  const ends = hideAt && (state === "published" || state === "ended" || state === "scheduled");
  return (
    <>
      {stateChip(state, t)}{" "}
      {ends ? (
        <span className="z-faint">{t("admin.user.until", { date: write.day(hideAt) })}</span>
      ) : (state === "scheduled" || state === "waiting") && publishAt ? (
        <span className="z-faint">{write.day(publishAt)}</span>
      ) : null}
      {premiereOn ? (
        <span className="z-faint block">{t("movie.coming", { date: write.day(premiereOn) })}</span>
      ) : null}
    </>
  );
}

const videoTones = { failed: "red", encoding: "gold", waiting: undefined } as const;

/** Film or series, its access level, its number of episodes, and those whose video is not encoded yet. */
export function KindCell({ movie, t, write }: { movie: MovieRow } & Words) {
  const { id, kind, access, ready, episodes, videos } = movie;
  const unready = videos.failed + videos.encoding + videos.waiting;
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {t(kind === "film" ? "search.aFilm" : "search.series")}
      {access === "free" ? null : <AccessChip access={access} />}
      {(["failed", "encoding", "waiting"] as const).map((state) =>
        videos[state] === 0 ? null : (
          <PageLink key={state} to={`/z/page/job?movie=${id}`} className="inline-flex min-h-6 items-center">
            <Chip tone={videoTones[state]}>
              {t(`admin.videoState.${state}`)}
              {videos[state] > 1 ? ` ${write.number(videos[state])}` : null}
            </Chip>
          </PageLink>
        ),
      )}
      {ready === 0 && unready === 0 ? (
        <Chip>{t("admin.movie.filmNone")}</Chip>
      ) : kind === "series" || (ready < episodes && unready === 0) ? (
        <span className="z-faint">{t("admin.movie.ready", { ready, total: episodes })}</span>
      ) : null}
    </span>
  );
}

/** An action on movies in words. */
export function useMovieActionName() {
  const { t, i18n } = useTranslation();
  const levels = useAccessOptions();
  return ({ kind, change }: Undoable) => {
    if (kind === "access") {
      const word = (level: string) => levels.find(({ value }) => value === level)?.label ?? level;
      if (!change || change.from.length === 0) return t("admin.movie.access");
      const from = listFormat(i18n.language).format(change.from.map(word));
      return t("admin.movie.accessChange", { from, to: word(change.to) });
    }
    if (isReplacing(kind)) return t(`admin.movieUndo.${kind}`);
    return t(`admin.movieBulk.${kind as "publish"}`);
  };
}

const replacing = ["poster", "backdrop", "still", "subtitles", "subtitles-gone"] as const;

function isReplacing(kind: string): kind is (typeof replacing)[number] {
  return replacing.some((one) => one === kind);
}

/** For a day a deleted movie comes back by this button. */
export function RestoreCell({ movie: { id, title } }: { movie: MovieRow }) {
  const { t } = useTranslation();
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="restore" />
      <input type="hidden" name="id" value={id} />
      <button type="submit" className="z-button" aria-label={`${t("admin.text.restore")}: ${title}`}>
        {t("admin.text.restore")}
      </button>
    </Form>
  );
}
