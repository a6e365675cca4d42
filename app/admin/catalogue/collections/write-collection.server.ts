import { redirect } from "@remix-run/node";
import { z } from "zod";
import { longestDescription, longestName, mostCollections } from "../../../../contract/catalogue/values.ts";
import { calls } from "../../../../contract/index.ts";
import { issuesOf, succeeded } from "../../../../contract/envelope.ts";
import { locale as anyLocale } from "../../../../contract/fields.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { writers } from "../../kit/format.ts";
import { readBase, readForm, replyTo } from "../../kit/forms/read-form.server.ts";
import { movedItem } from "../../kit/list-order.ts";
import { isConfirmed, repliesOf } from "../../kit/replies.server.ts";
import type { OpenCollection } from "./collection-editor.tsx";

const { ask, done, failed, refuse } = repliesOf();

const { id, revision } = calls["z/collection/save"].input.shape;
const textForm = z.object({
  id,
  /** Left out = a new one. */
  revision: revision.unwrap().optional(),
  locale: anyLocale,
  name: z.string().trim().max(longestName).default(""),
  description: z.string().trim().max(longestDescription).default(""),
});

/** Writes about a collection, by the form's `intent`. A deletion asks first. */
export async function writeCollection(server: AdminServer, form: FormData) {
  switch (form.get("intent")) {
    case "create":
    case "texts":
      return saveTexts(server, form);
    case "delete":
      return deleteCollection(server, form);
    default:
      return changeMovies(server, form);
  }
}

async function saveTexts(server: AdminServer, form: FormData) {
  const { api, t, locale, zone } = server;
  const lang = String(form.get("locale") ?? "");
  const options = {
    id: `collection-${lang}`,
    form,
    t,
    locale,
    zone,
    labels: {
      id: t("admin.user.id"),
      name: t("login.name"),
      description: t("admin.movie.description"),
    },
    rename: (field: string) => field.replace(/^texts\.[^.]+\./, ""),
  };
  const submission = readForm(form, { schema: textForm, t });
  if (submission.status !== "success") return refuse(replyTo(submission, null, options));
  const { id: of, revision: began, locale: language, name, description } = submission.value;
  const answer = await api.post("z/collection/save", {
    id: of,
    revision: began ?? null,
    before: readBase(form),
    texts: { [language]: name === "" && description === "" ? null : { name, description } },
  });
  if (!succeeded(answer)) return refuse(replyTo(submission, answer, options));
  // A new collection opens: its titles come next.
  if (began === undefined)
    return redirect(`/z/management/collections?collection=${of}&made=1`, { status: 303 });
  return done(t("profile.saved"));
}

async function deleteCollection({ api, t, locale }: AdminServer, form: FormData) {
  const dryRun = !isConfirmed(form);
  const answer = await api.post("z/collection/delete", { id: String(form.get("id") ?? ""), dryRun });
  if (!succeeded(answer)) return failed(answer);
  if (!dryRun) return done(t("admin.collection.deleted"));
  const facts = [t("admin.movie.count", { number: writers(locale).number(answer.d.movies) })];
  return ask(form, { text: t("admin.collection.deleteAsk"), facts });
}

async function changeMovies({ api, t, locale }: AdminServer, form: FormData) {
  const of = String(form.get("id") ?? "");
  const read = await api.get("z/collection/detail", { id: of });
  if (!succeeded(read)) return failed(read);
  const movies = changed(read.d, form);
  if (!movies) return failed(t("errors.invalid"));
  const answer = await api.post("z/collection/movies", {
    id: of,
    revision: Number(form.get("revision")),
    movies,
  });
  if (succeeded(answer)) return done(t("profile.saved"));
  const isFull = issuesOf(answer).some(({ reason }) => reason === "too_big");
  return isFull
    ? failed(t("admin.collection.tooMany", { number: writers(locale).number(mostCollections) }))
    : failed(answer);
}

/** The titles after one was added, moved or removed; null for another form. */
function changed({ movies }: OpenCollection, form: FormData): string[] | null {
  const movie = String(form.get("movie") ?? "");
  const ids = movies.map((one) => one.id);
  switch (form.get("intent")) {
    case "movie-add":
      return ids.includes(movie) ? ids : [...ids, movie];
    case "movie-remove":
      return ids.filter((one) => one !== movie);
    case "movie-order":
      return movedItem(ids, { from: ids.indexOf(movie), form }) ?? ids;
    default:
      return null;
  }
}
