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
  const { movieId = "", first = 1, last = first, receipt = "", order = "", until, bytes, name = "" } = data;
  const number = new Intl.NumberFormat(locale);
  const values = {
    title: pick(data.titles ?? {}, locale) ?? movieId,
    first: number.format(first),
    last: number.format(last),
    date: until
      ? new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(until))
      : "",
    space: bytes === undefined ? "" : spaceOf(bytes, locale),
    receipt,
    order,
    name,
  };
  const say = (part: string) => words(`mail.notice.${topic}.${part}`, locale, values);
  const several = topic === "new-episode" && last > first;
  return { title: say("title"), text: say(several ? "several" : "text"), to: pathOf({ topic, data }) };
}

function pathOf({ topic, data }: Pick<NoticeEvent, "topic" | "data">): string {
  const { movieId = "", first = 1, receipt = "", order = "", name = "" } = data;
  switch (topic) {
    case "new-episode":
      return `/video/${movieId}/${first}`;
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
