import type { AdminEpisode, AdminMovie } from "../../../../contract/index.ts";
import { locales } from "../../../../contract/locales.ts";
import { listFormat } from "../../../lib/formats.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { writers } from "../../kit/format.ts";
import { partsOf, type MoviePart } from "./movie-parts.ts";

/** Something that a movie lacks for viewers, and the part where it is added. `serious`: it can't be played. */
export type Check = { part: MoviePart; text: string; serious: boolean };
/** What a part of a movie has, in words. */
export type PartState = { part: MoviePart; text: string; lacking: boolean };

const isReady = ({ asset }: AdminEpisode) => asset?.state === "ready";
const textsOf = ({ texts }: AdminMovie) => Object.values(texts);

/** What is missing of a movie, the worst first, and what that means for its publication. */
export function checksOf(movie: AdminMovie, { t, locale }: AdminServer): Check[] {
  const write = writers(locale);
  const missing = locales.length - textsOf(movie).length;
  const undescribed = textsOf(movie).filter(({ description }) => description === "").length;
  const warn = (part: MoviePart, text: string): Check => ({ part, text, serious: false });
  const { premiereOn } = movie;
  // Its pictures and words are those of its title.
  if (movie.trailerOf !== null)
    return movie.episodes.some(isReady)
      ? []
      : [{ part: "video", text: t("admin.trailer.waiting"), serious: true }];
  const checks = movie.pictures.includes("poster") ? [] : [warn("artwork", t("admin.movie.noPoster"))];
  if (undescribed > 0)
    checks.push(warn("texts", t("admin.movie.undescribed", { number: write.number(undescribed) })));
  if (missing > 0)
    checks.push(warn("texts", t("admin.movie.languagesMissing", { number: write.number(missing) })));
  if (movie.episodes.some(isReady)) return checks;
  const date = premiereOn && write.day(premiereOn);
  const isLate = premiereOn !== null && premiereOn < new Date().toISOString().slice(0, 10);
  const text = date
    ? t(isLate ? "admin.movie.videoLate" : "admin.movie.videoAnnounced", { date })
    : movie.state === "waiting"
      ? t("admin.movie.videoAwaited")
      : t(movie.state === "published" ? "admin.movie.videoLost" : "admin.movie.videoMissing");
  return [{ part: "video", text, serious: !date || isLate }, ...checks];
}

/** Each part of a movie with what it has. */
export function statesOf(movie: AdminMovie, server: AdminServer): PartState[] {
  return partsOf(movie).map((part) => ({ part, ...stateOf[part](movie, server) }));
}

type State = (movie: AdminMovie, server: AdminServer) => Omit<PartState, "part">;

const stateOf: Record<MoviePart, State> = {
  facts({ genres, year }, { t }) {
    const text = genres.length > 0 ? String(year) : `${year} · ${t("admin.movie.noGenres")}`;
    return { text, lacking: genres.length === 0 };
  },
  texts(movie, { t, locale }) {
    const write = writers(locale);
    const [ready, total] = [textsOf(movie).length, locales.length];
    const undescribed = textsOf(movie).filter(({ description }) => description === "").length;
    const words = t("admin.movie.languagesOf", { ready: write.number(ready), total: write.number(total) });
    const rest = undescribed && t("admin.movie.undescribed", { number: write.number(undescribed) });
    return { text: rest ? `${words} · ${rest}` : words, lacking: ready < total || undescribed > 0 };
  },
  episodes({ episodes }, { t, locale }) {
    const number = writers(locale).number(episodes.length);
    const text =
      episodes.length > 0 ? t("admin.movie.episodesCount", { number }) : t("admin.movie.noEpisodes");
    return { text, lacking: episodes.length === 0 };
  },
  video({ kind, episodes }, { t, locale }) {
    const write = writers(locale);
    const ready = episodes.filter(isReady).length;
    const [first] = episodes;
    const length = first?.asset?.durationS ? ` · ${write.span(first.asset.durationS)}` : "";
    if (kind === "film" || episodes.length === 0)
      return {
        text: ready > 0 ? t("admin.asset.ready") + length : t("admin.movie.filmNone"),
        lacking: ready === 0,
      };
    const without = episodes.length - ready;
    const text =
      without > 0
        ? t("admin.movie.withoutVideo", { number: write.number(without) })
        : t("admin.movie.ready", { ready: write.number(ready), total: write.number(episodes.length) });
    return { text, lacking: without > 0 };
  },
  subtitles({ kind, episodes }, { t, locale }) {
    const write = writers(locale);
    const having = episodes.filter(({ subtitles }) => subtitles.length > 0);
    if (having.length === 0) return { text: t("admin.movie.noSubtitles"), lacking: true };
    if (kind === "film") {
      const labels = having[0]!.subtitles.map(({ label }) => label);
      return {
        text: listFormat(locale).format(labels.slice(0, 4)) + (labels[4] ? " …" : ""),
        lacking: false,
      };
    }
    const of = { ready: write.number(having.length), total: write.number(episodes.length) };
    return { text: t("admin.movie.episodesWith", of), lacking: having.length < episodes.length };
  },
  people({ credits }, { t, locale }) {
    const text = credits.length > 0 ? writers(locale).number(credits.length) : t("admin.movie.noPeople");
    return { text, lacking: credits.length === 0 };
  },
  artwork({ pictures }, { t }) {
    const missing = [
      pictures.includes("poster") ? null : t("admin.movie.noPoster"),
      pictures.includes("backdrop") ? null : t("admin.movie.noBackdrop"),
    ].filter((one) => one !== null);
    const both = `${t("admin.movie.poster")} · ${t("admin.movie.backdrop")}`;
    return { text: missing.join(" · ") || both, lacking: missing.length > 0 };
  },
  publishing({ state, publishAt, premiereOn }, { t, locale, zone }) {
    const write = writers(locale, zone);
    const text = t(`admin.movieState.${state}`);
    if (premiereOn)
      return { text: `${text} · ${t("admin.movie.premiere")}: ${write.day(premiereOn)}`, lacking: false };
    const date = state !== "draft" && publishAt ? ` · ${write.at(publishAt)} (${zone})` : "";
    return { text: text + date, lacking: state === "waiting" };
  },
};
