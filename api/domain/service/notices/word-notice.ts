import { defaultLocale, type Locale } from "../../../../contract/locales.ts";
import { pick } from "../../kernel/localised.ts";
import type { Words } from "../mail/letter.ts";
import type { NoticeEvent } from "./topics.ts";

export type WordedNotice = { title: string; text: string; /** A path of this site. */ to: string };

/** What an event tells, in a language, and where it leads: the same in the inbox, in a push and in a mail. */
export function wordNotice(
  words: Words,
  { topic, data }: Pick<NoticeEvent, "topic" | "data">,
  locale: Locale,
): WordedNotice {
  const {
    movieId = "",
    first = 1,
    last = first,
    place,
    receipt = "",
    order = "",
    until,
    bytes,
    name = "",
  } = data;
  const number = new Intl.NumberFormat(locale);
  const values = {
    title: pick(data.titles ?? {}, locale) ?? movieId,
    episode: place ? episodeIn(words, place, locale) : "",
    first: number.format(place?.first ?? first),
    last: number.format(place?.last ?? last),
    date: until
      ? new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(until))
      : "",
    space: bytes === undefined ? "" : spaceOf(bytes, locale),
    receipt,
    order,
    name,
    collection: data.collection ? (pick(data.collection.names, locale) ?? data.collection.id) : "",
    number: number.format(data.count ?? 1),
  };
  const say = (part: string) => words(`mail.notice.${topic}.${part}`, locale, values);
  const told = { title: say("title"), text: say("text"), to: pathOf({ topic, data }) };
  // A film has one episode, which its title names.
  if (topic === "encoding-failed" && !place) return { ...told, text: values.title };
  if (topic === "new-in-collection" && data.count !== undefined)
    return { ...told, title: values.collection, text: say("several") };
  if (topic !== "new-episode" || last === first) return told;
  const season = place?.isOneOfSeveral ? `${seasonIn(words, place.season, locale)} · ` : "";
  return { ...told, text: `${season}${say("several")}` };
}

type Place = NonNullable<NoticeEvent["data"]["place"]>;

/** As on the pages: app/lib/episode-words.ts. */
function episodeIn(words: Words, { season, first, isOneOfSeveral }: Place, locale: Locale): string {
  const number = String(first);
  if (season === 0) return words("movie.special", locale, { number });
  return isOneOfSeveral
    ? words("movie.seasonEpisode", locale, { season: String(season), number })
    : words("movie.episode", locale, { index: number });
}

function seasonIn(words: Words, season: number, locale: Locale): string {
  return season === 0
    ? words("movie.specials", locale)
    : words("movie.season", locale, { season: String(season) });
}

function pathOf({ topic, data }: Pick<NoticeEvent, "topic" | "data">): string {
  const { movieId = "", first = 1, receipt = "", order = "", name = "" } = data;
  switch (topic) {
    case "new-episode":
      return `/video/${movieId}/${first}`;
    case "new-in-collection":
      return data.movieId ? `/video/${data.movieId}` : `/page/collection/${data.collection?.id ?? ""}`;
    case "vip-ending":
      return "/page/membership";
    case "feedback-reply":
      return `/page/feedback?receipt=${receipt}`;
    case "encoding-failed":
      return `/z/page/movie/detail/${movieId}`;
    case "magnet-waiting":
      return `/z/page/magnet?q=${encodeURIComponent(name)}`;
    case "disk-low":
      return "/z";
    case "dispute":
      return `/z/management/orders/${order}`;
    case "feedback-new":
      return `/z/management/feedback/${receipt}`;
    case "webhook-off":
      return "/z/page/webhook";
    default:
      return "/profile/inbox";
  }
}

/** `1.9 GB`, in the language's own way. */
function spaceOf(bytes: number, locale: Locale): string {
  const format = new Intl.NumberFormat([locale, defaultLocale], {
    style: "unit",
    unit: "gigabyte",
    maximumFractionDigits: 1,
  });
  return format.format(bytes / 1e9);
}
