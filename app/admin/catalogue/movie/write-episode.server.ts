import { redirect } from "@remix-run/node";
import type { z } from "zod";
import { succeeded } from "../../../../contract/envelope.ts";
import type { AdminEpisode, Envelope } from "../../../../contract/index.ts";
import { readBase, readForm, replyTo } from "../../kit/forms/read-form.server.ts";
import { episodeForm } from "./movie-forms.ts";
import { isConfirmed } from "../../kit/replies.server.ts";
import { nameOfEpisode } from "./episode-names.ts";
import { partUrl } from "./movie-parts.ts";
import { ask, done, failed, formOptions, refuse, undoneBy, type MovieWrite } from "./movie-reply.server.ts";
import { saveSounds } from "./save-sounds.server.ts";
import { shiftSubtitles } from "./send-subtitles.server.ts";

type EpisodeAt = { id: string; revision: number; index: number };

/** Writes about a movie's episodes and their subtitles. */
export async function writeEpisode(write: MovieWrite, intent: string) {
  const { server, movie, form } = write;
  const { api, t } = server;
  const at = { id: movie.id, revision: Number(form.get("revision")), index: Number(form.get("index")) };
  const { id, revision, index } = at;
  const outcomeOf = (answer: Envelope<unknown>, text = t("profile.saved")) =>
    succeeded(answer) ? done(text) : failed(answer);
  switch (intent) {
    case "episode-create": {
      const season = form.has("season") ? Number(form.get("season")) : undefined;
      const answer = await api.post("z/episode/create", {
        id,
        revision,
        ...(season !== undefined && { season }),
      });
      if (!succeeded(answer)) return failed(answer);
      const { index: fresh } = answer.d;
      const made = server.unwrap(await api.get("z/movie/detail", { id }));
      const at = [{ id: `episode-${fresh}`, text: nameOfEpisode(t, made, fresh) }];
      return done(t("profile.saved"), { at });
    }
    case "episode-order": {
      // A place in the list of its season.
      const season = movie.episodes.filter((one) => one.season === Number(form.get("season")));
      const to = season[Number(form.get("to"))]?.index ?? 0;
      return outcomeOf(await api.post("z/episode/order", { ...at, to }));
    }
    case "episode-delete":
      if (!isConfirmed(form)) {
        const title = titleOf(
          movie.episodes.find((one) => one.index === index),
          server.locale,
        );
        const name = nameOfEpisode(t, movie, index);
        return ask(form, { text: t("admin.movie.episodeAsk", { name }), sample: title ? [title] : [] });
      }
      return outcomeOf(await api.post("z/episode/delete", at), t("admin.movie.episodeDeleted"));
    case "episode-still-frame": {
      const answer = await api.post("z/episode/still", { ...at, key: null });
      return succeeded(answer) ? done(t("profile.saved"), undoneBy(answer.d.entry)) : failed(answer);
    }
    case "episode-save":
      return saveEpisode(write);
    case "episode-sounds":
      return saveSounds(write);
    case "subtitle-save":
      return outcomeOf(
        await api.post("z/subtitle/save", {
          ...at,
          subtitle: word(form, "subtitle"),
          label: word(form, "label"),
        }),
      );
    case "subtitle-check":
      return outcomeOf(await api.post("z/subtitle/check", { ...at, subtitle: word(form, "subtitle") }));
    case "subtitle-shift":
      return shiftSubtitles(server, { movie, form });
    case "subtitle-delete":
      if (!isConfirmed(form))
        return ask(form, { text: t("admin.movie.subtitleAsk", { name: word(form, "label") }) });
      return removeSubtitles(write, at);
    default:
      return failed(t("errors.invalid"));
  }
}

async function removeSubtitles({ server, form }: MovieWrite, at: EpisodeAt) {
  const { api, t } = server;
  const answer = await api.post("z/subtitle/delete", { ...at, subtitle: word(form, "subtitle") });
  if (!succeeded(answer)) return failed(answer);
  return done(t("profile.saved"), undoneBy(answer.d.entry));
}

async function saveEpisode({ server, movie, form }: MovieWrite) {
  const { api, t } = server;
  const options = {
    ...episodeOptions({ server, form }),
    id: `episode-${word(form, "index")}-${word(form, "locale")}`,
    rename: (field: string) => field.replace(/^texts\.[^.]+\./, "").replace(/titles\.[^.]+$/, "title"),
  };
  const submission = readForm(form, { schema: episodeForm, t });
  if (submission.status !== "success") return refuse(replyTo(submission, null, options));
  const { revision, index, locale, title, description, chapters, ...marks } = submission.value;
  const answer = await api.post("z/episode/save", {
    id: movie.id,
    revision,
    index,
    before: readBase(form),
    ...marks,
    texts: { [locale]: title === "" && description === "" ? null : { title, description } },
    chapters: chapters.map((chapter) => chapterOf(chapter, locale)),
  });
  if (!succeeded(answer)) return refuse(replyTo(submission, answer, options));
  if (answer.d.index === index) return done(t("profile.saved"));
  // Its address is another one now.
  const moved = partUrl(movie.id, "episodes", { episode: answer.d.index, lang: locale });
  return redirect(`${moved}&moved=1`, { status: 303 });
}

/** Shows a conflict in the language being edited. */
function episodeOptions({ server, form }: Pick<MovieWrite, "server" | "form">) {
  const options = formOptions({ server, form, lang: word(form, "locale") });
  const { t } = server;
  return {
    ...options,
    labels: {
      ...options.labels,
      title: t("admin.movie.episodeTitle"),
      season: t("admin.season.of"),
      number: t("admin.season.episodeNumber"),
    },
    reword: (field: string, reason: string) =>
      field === "number" && reason === "repeated"
        ? t("admin.season.numberTaken", { season: word(form, "season"), number: word(form, "number") })
        : undefined,
    words: (field: string, value: unknown) =>
      (field === "access" || field === "teaserS") && (value ?? "") === ""
        ? t("admin.movie.asTitle")
        : options.words(field, value),
  };
}

type TypedChapter = z.output<typeof episodeForm>["chapters"][number];

/** A chapter with the typed title among its titles in other languages; the API validates it. */
function chapterOf({ startS, title, titles }: TypedChapter, locale: string) {
  const kept = parsed(titles);
  const { [locale]: _typed, ...others } = kept;
  return { startS, titles: title === "" ? others : { ...others, [locale]: title } };
}

function parsed(titles: string): Record<string, string> {
  try {
    return Object(JSON.parse(titles)) as Record<string, string>;
  } catch {
    return {};
  }
}

function titleOf(episode: AdminEpisode | undefined, locale: string): string | undefined {
  const texts = episode?.texts ?? {};
  return (texts[locale as "en"] ?? texts.en ?? Object.values(texts)[0])?.title;
}

function word(form: FormData, name: string): string {
  return String(form.get(name) ?? "").trim();
}
