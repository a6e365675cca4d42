import { data } from "@remix-run/node";
import { adminMagnetCalls } from "../../../../contract/ingest/admin-magnets.ts";
import { issuesOf, succeeded } from "../../../../contract/envelope.ts";
import type { AdminMovieRow, InputOf } from "../../../../contract/index.ts";
import { episodeName } from "../../../lib/episode-words.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { wordIssue } from "../../kit/forms/refused-fields.ts";
import { isConfirmed, repliesOf } from "../../kit/replies.server.ts";
import { filesErrorId, type FoundMovie, type MagnetOutcome, type TypedChoice } from "./magnet-outcome.ts";

const { ask } = repliesOf<MagnetOutcome>();

/** Largest number of found movies that are shown. */
const mostFound = 8;

/** Searches the movie a magnet's files belong to; the other typed values come back unchanged. */
export async function findMovies(server: AdminServer, form: FormData) {
  const typed: TypedChoice = { ...typedOf(form), target: "existing" };
  const found = await titlesLike(server, typed.q);
  return data<MagnetOutcome>({ choice: { typed, found, errors: {} } });
}

/**
 * Sets which files of a magnet are taken and what they become; asks before they replace videos. The reason for a refusal
 * appears next to the field.
 */
export async function chooseFiles(server: AdminServer, form: FormData) {
  const { api, t } = server;
  const typed = typedOf(form);
  const found = typed.q === "" ? null : await titlesLike(server, typed.q);
  const shown = { choice: { typed, found, errors: {} } };
  if (form.has("cancel")) return data<MagnetOutcome>(shown);
  const refuse = (errors: Record<string, string>, failed: string) => {
    const at = Object.entries(errors).map(([name, text]) => ({ id: controlOf(name), text }));
    return data<MagnetOutcome>({ failed, at, choice: { typed, found, errors } }, { status: 422 });
  };
  const files = Object.entries(typed.files).map(([file, { season, episode }]) => ({
    file: Number(file),
    season: season === "" ? undefined : Number(season),
    episode: episode === "" ? undefined : Number(episode),
  }));
  if (files.length === 0) return refuse({ files: t("admin.magnet.noFiles") }, t("login.checkFields"));
  const target = targetOf(typed);
  if (!target) return refuse({ movie: t("admin.magnet.noTitle") }, t("login.checkFields"));
  const payload = { id: String(form.get("id") ?? ""), target, files, subtitles: typed.subtitles };
  const read = adminMagnetCalls["z/magnet/choose"].input.safeParse(payload);
  if (!read.success) {
    const issues = read.error.issues.map((issue) => ({
      field: issue.path.join("."),
      message: wordIssue(issue, t),
    }));
    return refuse(errorsOf(issues, files), t("login.checkFields"));
  }
  const replaced = isConfirmed(form) ? null : await replacedBy(server, read.data);
  if (replaced) {
    const text = t("admin.upload.replaceAsk", { names: replaced.title });
    const { data: asked } = ask(form, { text, sample: replaced.episodes, keep: true });
    return data<MagnetOutcome>({ ...asked, ...shown });
  }
  const answer = await api.post("z/magnet/choose", read.data);
  if (succeeded(answer)) return data<MagnetOutcome>({ done: { text: t("admin.magnet.chosen") } });
  const issues = issuesOf(answer).map((issue) => ({ ...issue, message: wordsFor(issue, server) }));
  if (issues.some(({ field }) => field === "id")) return refuse({}, t("admin.magnet.changed"));
  return refuse(errorsOf(issues, files), issues.length > 0 ? t("login.checkFields") : answer.m);
}

/** The videos that chosen files would replace; null if there are none. */
async function replacedBy(
  server: AdminServer,
  { target, files }: InputOf<"z/magnet/choose">,
): Promise<{ title: string; episodes: string[] } | null> {
  if (target.kind === "new") return null;
  const answer = await server.api.get("z/movie/detail", { id: target.movie });
  if (!succeeded(answer)) return null;
  const movie = answer.d;
  const isSeries = movie.kind === "series";
  const having = movie.episodes.filter(
    ({ season, number, asset }) =>
      asset?.state === "ready" &&
      (!isSeries || files.some((one) => (one.season ?? 1) === season && one.episode === number)),
  );
  if (having.length === 0) return null;
  const named = await titleNamed(server, target.movie);
  const nameOf = (episode: (typeof having)[number]) => episodeName(server.t, episode, movie.seasons.length);
  const episodes = isSeries ? having.map(nameOf) : [];
  return { title: named?.title ?? target.movie, episodes };
}

/** Id of the control, or of the message, of a refused field. */
function controlOf(name: string): string {
  if (name === "files") return filesErrorId;
  if (name === "movie") return "find-title";
  return name.startsWith("file-") ? name.replace("file-", "episode-") : `new-${name}`;
}

function typedOf(form: FormData): TypedChoice {
  const word = (name: string) => String(form.get(name) ?? "").trim();
  const files = form.getAll("file").map((file) => {
    const [season, episode] = [word(`season-${String(file)}`), word(`episode-${String(file)}`)];
    return [String(file), { season, episode }] as const;
  });
  return {
    target: word("target") === "existing" ? "existing" : "new",
    title: word("title"),
    originalLanguage: word("originalLanguage"),
    movieKind: word("movieKind"),
    access: word("access"),
    year: word("year"),
    rating: word("rating"),
    q: word("q"),
    movie: word("movie"),
    files: Object.fromEntries(files),
    subtitles: form.has("subtitles"),
  };
}

/** @returns null if no movie is chosen; the contract reports what is wrong with it */
function targetOf(typed: TypedChoice) {
  const { title, originalLanguage, movieKind, access, year, rating, movie } = typed;
  if (typed.target === "existing") return movie === "" ? null : { kind: "existing", movie };
  const numbers = { year: year === "" ? undefined : Number(year), rating: Number(rating) };
  return { kind: "new", title, originalLanguage, movieKind, access, ...numbers };
}

/** By the form's names of the fields. */
function errorsOf(
  issues: readonly { field: string; message: string }[],
  files: readonly { file: number }[],
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { field, message } of issues) {
    const [part, at] = field.split(".");
    const name =
      part === "target" ? at! : part === "files" && at ? `file-${files[Number(at)]?.file}` : "files";
    errors[name] ??= message;
  }
  return errors;
}

function wordsFor(
  { field, reason, message }: { field: string; reason: string; message: string },
  { t }: AdminServer,
) {
  if (!/^files\.\d+\.episode$/.test(field)) return message;
  return t(reason === "repeated" ? "admin.magnet.episodeTwice" : "admin.magnet.filmEpisode");
}

async function titlesLike({ api, unwrap }: AdminServer, q: string): Promise<FoundMovie[]> {
  if (q === "") return [];
  const { items } = unwrap(await api.get("z/movie/list", { q, limit: mostFound }));
  const found = await Promise.all(
    items
      .filter(({ state }) => state !== "deleted")
      .map(async (row) => {
        const movie = await api.get("z/movie/detail", { id: row.id });
        const trailer = succeeded(movie) ? movie.d.trailer : null;
        return [shown(row), ...(trailer ? [trailerOf(row, trailer.id)] : [])];
      }),
  );
  return found.flat();
}

const shown = ({ id, title, kind, year, episodes }: AdminMovieRow): FoundMovie => ({
  isTrailer: false,
  id,
  title,
  kind,
  year,
  episodes,
});

/** Trailers are in no list: they are found by their movie. */
const trailerOf = (row: AdminMovieRow, id: string): FoundMovie => ({
  ...shown(row),
  id,
  isTrailer: true,
  kind: "film",
  episodes: 1,
});

/** @returns the movie chosen before, to offer it again; null if none was chosen or it no longer exists */
export async function titleNamed({ api }: AdminServer, id: string): Promise<FoundMovie | null> {
  if (id === "") return null;
  const movie = await api.get("z/movie/detail", { id });
  const of = succeeded(movie) ? (movie.d.trailerOf ?? id) : id;
  const answer = await api.get("z/movie/list", { q: of, limit: 1 });
  const row = succeeded(answer) ? answer.d.items.find((one) => one.id === of) : undefined;
  return row ? (of === id ? shown(row) : trailerOf(row, id)) : null;
}
