import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { succeeded } from "../../../../contract/envelope.ts";
import type { AdminMovie } from "../../../../contract/index.ts";
import { readFields } from "../../../lib/read-fields.server.ts";
import { requirePermission } from "../../../lib/require-permission.server.ts";
import { readBase, readForm, replyTo } from "../../kit/forms/read-form.server.ts";
import { creditsForm, factsForm, scheduleForm, textsForm } from "./movie-forms.ts";
import { isConfirmed } from "../../kit/replies.server.ts";
import { undoMovie } from "../movies/bulk-movies.server.ts";
import { partUrl } from "./movie-parts.ts";
import { ask, done, failed, formOptions, nameOf, refuse, type MovieWrite } from "./movie-reply.server.ts";
import { findMovie } from "./read-part.server.ts";
import { sendFile } from "./send-file.server.ts";
import { writeCaptions } from "./write-captions.server.ts";
import { writeEncoding } from "./write-encoding.server.ts";
import { writeEpisode } from "./write-episode.server.ts";
import { writeSeason } from "./write-season.server.ts";
import { fieldTime, instantOf, zoneOfForm } from "../../../lib/zone.ts";

/** The action of all pages of a movie: a file that is sent, or a form (`intent`). */
export async function movieAction({ request, context, params }: ActionFunctionArgs) {
  const server = await requirePermission(request, context, "catalogue.write");
  const movie = await findMovie(server, context, params.id!);
  const sent = await sendFile(server, context, { request, movie });
  if (sent) return sent;
  return writeMovie({ server, movie, form: await readFields(request, context) });
}

/** Every write about one movie, by the form's `intent`. An action that removes something asks first. */
async function writeMovie(write: MovieWrite) {
  const { server, form } = write;
  const intent = String(form.get("intent") ?? "");
  switch (intent) {
    case "facts":
      return saveForm(write, {
        id: "facts",
        schema: factsForm,
        changes: (facts) => ({ ...facts, genres: inOrderOf(beganWith(write).genres, facts.genres) }),
      });
    case "credits":
      return saveForm(write, { id: "credits", schema: creditsForm, changes: (credits) => credits });
    case "schedule":
      return saveForm(write, {
        id: "schedule",
        schema: scheduleForm,
        changes: (typed) => scheduleOf(write, typed),
      });
    case "texts":
      return saveTexts(write);
    case "delete":
      return deleteMovie(write);
    case "trailer": {
      const answer = await server.api.post("z/movie/trailer", { id: write.movie.id });
      // The place for its video opens.
      return succeeded(answer) ? redirect(partUrl(answer.d.id, "video"), { status: 303 }) : failed(answer);
    }
    case "undo":
      return (await undoMovie(server, {
        id: write.movie.id,
        entry: String(form.get("entry")),
      })) as ReturnType<typeof done>;
    default:
      if (/^(episode|subtitle)-/.test(intent)) return writeEpisode(write, intent);
      if (intent.startsWith("season-")) return writeSeason(write, intent);
      if (intent.startsWith("captions-")) return writeCaptions(write, intent);
      if (intent.startsWith("encoding-")) return writeEncoding(write, intent);
      return failed(server.t("errors.invalid"));
  }
}

async function saveForm<S extends z.ZodType<{ revision: number }>>(
  { server, movie, form }: MovieWrite,
  { id, schema, changes }: { id: string; schema: S; changes: (typed: z.output<S>) => { revision: number } },
) {
  const { api, t } = server;
  const options = { ...formOptions({ server, form }), id };
  const submission = readForm(form, { schema, t });
  if (submission.status !== "success") return refuse(replyTo(submission as never, null, options));
  const answer = await api.post("z/movie/save", {
    id: movie.id,
    before: readBase(form),
    ...changes(submission.value),
  });
  if (!succeeded(answer)) return refuse(replyTo(submission as never, answer, options));
  return done(t("profile.saved"));
}

/** The movie when the form was opened. */
function beganWith({ movie, form }: MovieWrite): AdminMovie {
  return { ...movie, ...readBase(form) };
}

/** Checkboxes have no order: kept values stay in their position, so that they do not count as a change. */
function inOrderOf(before: string[], ticked: string[]): string[] {
  const kept = before.filter((one) => ticked.includes(one));
  return [...kept, ...ticked.filter((one) => !before.includes(one))];
}

/**
 * Times are read in the zone that the form showed them in. An untouched one stays as it is: with its seconds, and as the
 * second of two that the clock shows alike. An empty one means none.
 */
function scheduleOf(write: MovieWrite, typed: z.output<typeof scheduleForm>) {
  const began = beganWith(write);
  const zone = zoneOfForm(write.form, write.server);
  const kept = (before: string | null, now = "") =>
    fieldTime(before, zone) === now.slice(0, 16)
      ? undefined
      : now === ""
        ? null
        : instantOf(now, zone)!.toISOString();
  const { revision, status, premiereOn } = typed;
  const publishAt = kept(began.publishAt, typed.publishAt);
  const hideAt = kept(began.hideAt, typed.hideAt);
  return {
    revision,
    status,
    premiereOn,
    ...(publishAt !== undefined && { publishAt }),
    ...(hideAt !== undefined && { hideAt }),
  };
}

async function saveTexts({ server, movie, form }: MovieWrite) {
  const { api, t } = server;
  const locale = String(form.get("locale") ?? "");
  const options = {
    ...formOptions({ server, form }),
    id: `texts-${locale}`,
    rename: (field: string) => field.replace(/^texts\.[^.]+\./, ""),
  };
  if (form.get("gone") === "1") return removeTexts({ server, movie, form }, locale);
  const submission = readForm(form, { schema: textsForm, t });
  if (submission.status !== "success") return refuse(replyTo(submission, null, options));
  const { revision, title, description } = submission.value;
  const answer = await api.post("z/movie/save", {
    id: movie.id,
    revision,
    before: readBase(form),
    texts: { [submission.value.locale]: { title, description } },
  });
  if (!succeeded(answer)) return refuse(replyTo(submission, answer, options));
  return done(t("profile.saved"));
}

async function removeTexts({ server, movie, form }: MovieWrite, locale: string) {
  const { api, t } = server;
  if (!Object.hasOwn(movie.texts, locale)) return failed(t("errors.invalid"));
  if (!isConfirmed(form)) {
    const language = new Intl.DisplayNames(server.locale, { type: "language" }).of(locale) ?? locale;
    const title = movie.texts[locale as "en"]?.title;
    return ask(form, { text: t("admin.movie.languageAsk", { language }), sample: title ? [title] : [] });
  }
  const revision = Number(form.get("revision"));
  const answer = await api.post("z/movie/save", { id: movie.id, revision, texts: { [locale]: null } });
  return succeeded(answer) ? done(t("profile.saved")) : failed(answer);
}

async function deleteMovie({ server, movie, form }: MovieWrite) {
  const { api, t } = server;
  const name = nameOf(movie, server.locale);
  if (!isConfirmed(form)) return ask(form, { text: t("admin.movie.deleteAsk", { name }) });
  const revision = Number(form.get("revision"));
  const answer = await api.post("z/movie/delete", { id: movie.id, revision });
  if (!succeeded(answer)) return failed(answer);
  return redirect(`/z/page/movie?deleted=${answer.d.entry}`, { status: 303 });
}
