import type { AccessLevel } from "../../../../contract/catalogue/values.ts";
import type { AdminMovie } from "../../../../contract/index.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { fieldTime, instantOf, zoneOfForm } from "../../../lib/zone.ts";
import { writers } from "../../kit/format.ts";
import { repliesOf } from "../../kit/replies.server.ts";
import type { MovieOutcome } from "./movie-outcome.ts";

/** A form about a movie, and its sender. */
export type MovieWrite = { server: AdminServer; movie: AdminMovie; form: FormData };

/** How to answer forms of a movie: the labels of fields, and the words for a conflict. */
export function formOptions({
  server,
  form,
  lang = server.locale,
}: {
  server: AdminServer;
  form: FormData;
  /** The language of the edited texts, if the movie has several. */
  lang?: string;
}) {
  const { t, locale, zone } = server;
  const labels: Record<string, string> = {
    title: t("admin.movie.title"),
    description: t("admin.movie.description"),
    kind: t("search.kind"),
    access: t("admin.movie.access"),
    teaserS: t("admin.movie.teaser"),
    year: t("search.year"),
    rating: t("admin.movie.rating"),
    ageRatings: t("admin.movie.ageRatings"),
    originalLanguage: t("admin.movie.originalLanguage"),
    genres: t("search.genre"),
    tags: t("admin.movie.tags"),
    hero: t("admin.movie.hero"),
    embeddable: t("admin.movie.embeddable"),
    credits: t("admin.movie.people"),
    status: t("admin.movie.state"),
    publishAt: t("admin.movie.publishAt"),
    hideAt: t("admin.movie.hideAt"),
    premiereOn: t("admin.movie.premiere"),
    introFromS: t("admin.movie.intro"),
    introToS: t("admin.movie.introTo"),
    creditsFromS: t("admin.movie.credits"),
    chapters: t("admin.movie.chapters"),
  };
  const formZone = zoneOfForm(form, server);
  const words = (field: string, value: unknown) => {
    if (value === null || value === undefined || value === "") return "–";
    if (field === "status") return t(`admin.movieState.${value as "draft"}`);
    if (field === "access") return t(`admin.accessLevel.${value as AccessLevel}`);
    if (isTime(field) && typeof value === "string") {
      // As the API has it, or as the field does.
      const at = value.endsWith("Z") ? value : instantOf(value, formZone)?.toISOString();
      return at === undefined ? value : writers(locale, formZone).at(at);
    }
    if (typeof value === "boolean") return t(value ? "profile.on" : "profile.off");
    if (field === "chapters") return chaptersInWords(value as ShownChapter[], lang) || "–";
    return Array.isArray(value) ? value.map(wordOf).join(", ") : wordOf(value);
  };
  const shown = (field: string, value: unknown) =>
    isTime(field) ? fieldTime(typeof value === "string" ? value : null, formZone) : undefined;
  return { form, t, locale, zone, labels, words, shown };
}

const isTime = (field: string) => field === "publishAt" || field === "hideAt";

/** A chapter as the API has it, in every language, or as it was typed, in one. */
type ShownChapter = { startS: number | string; title?: string; titles: Record<string, string> | string };

function chaptersInWords(chapters: readonly ShownChapter[], locale: string): string {
  return chapters
    .map(({ startS, title, titles }) => {
      const known = typeof titles === "string" ? {} : titles;
      const words = title ?? known[locale] ?? known.en ?? Object.values(known)[0] ?? "";
      return `${startS} s ${words}`.trim();
    })
    .join("\n");
}

function wordOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  return "name" in value ? String(value.name) : JSON.stringify(value);
}

/** A movie's title in the reader's language, if it has one. */
export function nameOf({ texts, originalLanguage, id }: AdminMovie, locale: string): string {
  const text =
    texts[locale as "en"] ?? texts.en ?? texts[originalLanguage as "en"] ?? Object.values(texts)[0];
  return text?.title ?? id;
}

export const { ask, done, failed, refuse } = repliesOf<MovieOutcome>();

/** What undoes a write, for its notice. @param entry of the audit log; null if nothing undoes it */
export function undoneBy(entry: string | null): { undo?: [name: string, value: string][] } {
  if (entry === null) return {};
  return {
    undo: [
      ["intent", "undo"],
      ["entry", entry],
    ],
  };
}
