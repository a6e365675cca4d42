import { redirect } from "@remix-run/node";
import { codes } from "../../../../contract/codes.ts";
import { issuesOf, succeeded, type Envelope } from "../../../../contract/envelope.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import type { Outcome } from "../../kit/outcome.ts";
import { repliesOf } from "../../kit/replies.server.ts";
import { failureOf, nameOfPart, type Named } from "./presenter.server.ts";

/** With the choice that was sent, and the field that was refused. */
export type TmdbOutcome = Outcome & {
  ticks?: string[];
  newGenres?: string[];
  refused?: { field: string; text: string };
};
const { failed } = repliesOf<TmdbOutcome>();

/** Makes a draft of a found entry; its page then compares it with TMDB. */
export async function makeDraft({ api, locale, t }: AdminServer, form: FormData) {
  const text = (name: string) => String(form.get(name) ?? "");
  const kind = text("kind") === "series" ? "series" : "film";
  const answer = await api.post("z/movie/create", {
    key: text("key"),
    title: text("title"),
    kind,
    originalLanguage: locale,
    access: "free",
    year: Number(text("year")) || new Date().getUTCFullYear(),
    rating: 0,
  });
  if (!succeeded(answer)) return failed(answer.c === codes.invalid.c ? t("errors.invalid") : answer);
  const entry = new URLSearchParams({ tmdb: text("tmdb"), kind });
  return redirect(`/z/page/movie/detail/${answer.d.id}/tmdb?${entry}`, { status: 303 });
}

/** Takes the ticked fields over, and leads back to the title. */
export async function fill(server: AdminServer, id: string, form: FormData) {
  const { api, t } = server;
  const chosen = form.getAll("fields").map(String);
  const newGenres = form.getAll("newGenres").map(String);
  const sent = { ticks: chosen, newGenres };
  if (chosen.length + newGenres.length === 0) return failed(t("admin.tmdb.noneTicked"), sent);
  const season = form.get("season");
  const answer = await api.post("z/tmdb/fill", {
    id,
    revision: Number(form.get("revision")),
    tmdb: Number(form.get("tmdb")),
    kind: form.get("kind") === "series" ? "series" : "film",
    fields: chosen,
    ...(newGenres.length > 0 && { newGenres }),
    ...(season && { season: Number(season) }),
  });
  if (!succeeded(answer)) {
    const movie = await api.get("z/movie/detail", { id });
    return refusal(server, answer, { sent, movie: succeeded(movie) ? movie.d : noMovie });
  }
  const filled = new Set([...chosen, ...(newGenres.length > 0 ? ["genres"] : [])]);
  return redirect(`/z/page/movie/detail/${id}?filled=${filled.size}`, { status: 303 });
}

/** Deleted in the meantime. */
const noMovie: Named = { id: "", kind: "film", seasons: [], episodes: [] };

/** A picture's name; null for a field of another kind. */
function nameOf(t: AdminServer["t"], movie: Named, field: string): string | null {
  if (field === "poster" || field === "backdrop") return t(`admin.movie.${field}`);
  const [, index] = /^episode\.(\d+)\.still$/.exec(field) ?? [];
  return index ? `${nameOfPart(t, movie, Number(index))} · ${t("admin.movie.still")}` : null;
}

/** A picture that can't be used is told beside it: without it the rest can be filled in. */
function refusal(
  server: AdminServer,
  answer: Envelope<unknown>,
  { sent, movie }: { sent: Pick<TmdbOutcome, "ticks" | "newGenres">; movie: Named },
) {
  const { t } = server;
  const [issue] = issuesOf(answer);
  const name = issue && nameOf(t, movie, issue.field);
  if (name) {
    const texts = { too_big: t("admin.tmdb.pictureLarge"), too_small: t("admin.movie.pictureSmall") };
    const text = texts[issue.reason as "too_big"] ?? t("admin.movie.pictureBad");
    return failed(`${name}: ${text}`, { ...sent, refused: { field: issue.field, text } });
  }
  if (answer.c === codes.invalid.c) return failed(t("admin.tmdb.changed"), sent);
  return failed(failureOf(server, answer as never).text, sent);
}
