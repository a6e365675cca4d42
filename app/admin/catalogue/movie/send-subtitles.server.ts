import { data, type AppLoadContext } from "@remix-run/node";
import type { TFunction } from "i18next";
import { issuesOf, succeeded } from "../../../../contract/envelope.ts";
import type { AdminMovie, Envelope } from "../../../../contract/index.ts";
import { refusalStatus } from "../../../lib/identity.server.ts";
import { receiveForm, type ReceivedForm } from "../../../lib/receive-form.server.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { uploadFile } from "../../../lib/upload-file.server.ts";
import { writers } from "../../kit/format.ts";
import type { MovieOutcome, RefusedSubtitles } from "./movie-outcome.ts";
import { done, failed, undoneBy } from "./movie-reply.server.ts";
import { mostSubtitleBytes } from "../../../../contract/ingest/values.ts";

/**
 * Stores the subtitle file of a form: as new subtitles, or in place of the track the form names (`track`). The reason
 * for a refusal appears next to the field.
 */
export async function sendSubtitles(
  server: AdminServer,
  context: AppLoadContext,
  { request, movie }: { request: Request; movie: AdminMovie },
) {
  const { api, t } = server;
  const form = await receiveForm(request, { maxFileBytes: mostSubtitleBytes });
  const typed = {
    locale: form.text("locale"),
    kind: form.text("kind"),
    label: form.text("label"),
    seconds: "",
  };
  const index = Number(form.text("index"));
  const track = form.text("track") || null;
  const refuse = (error: string, field: RefusedSubtitles["field"] = "file", init = { status: 422 }) =>
    refused(
      { t, id: track ? `replace-${track}` : `subtitle-${field}` },
      { index, track, field, error, typed },
      init,
    );
  if (form.tooLarge) return refuse(tooLarge(server));
  if (form.empty) return refuse(t("admin.subtitle.problem.empty"));
  const stored = await storedName(server, context, form);
  if (stored === null) return refuse(t("admin.settings.noFile"));
  if (!succeeded(stored)) return refuse(stored.m || t("errors.unavailable"), "file", refusalStatus(stored));
  const answer = await api.post("z/subtitle/add", {
    id: movie.id,
    revision: Number(form.text("revision")),
    index,
    key: stored.d.key,
    locale: typed.locale,
    kind: typed.kind === "captions" ? "captions" : "subtitles",
    ...(typed.label.trim() && { label: typed.label }),
    replace: track !== null,
  });
  if (succeeded(answer)) {
    const number = writers(server.locale).number(answer.d.cues);
    const text = t("admin.subtitle.saved", { number, encoding: answer.d.encoding.toUpperCase() });
    return done(text, undoneBy(answer.d.entry));
  }
  const why = whyRefused(answer, server);
  if (!why) return failed(answer);
  return refuse(why.error, why.field);
}

/** The name of the form's file in the storage, where scripts may have put it before; null without a file. */
async function storedName(
  server: AdminServer,
  context: AppLoadContext,
  { file, text }: ReceivedForm,
): Promise<Envelope<{ key: string }> | null> {
  const sent = text("stored");
  if (!file) return sent ? { c: 0, m: "", d: { key: sent } } : null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  // The content tells the format: the name it is stored under only says that it is a subtitle file.
  return uploadFile(server, context, { bytes, extension: "srt", purpose: "any" });
}

/** Moves a track's times. */
export async function shiftSubtitles(
  server: AdminServer,
  { movie, form }: { movie: AdminMovie; form: FormData },
) {
  const { api, t } = server;
  const [index, track] = [Number(form.get("index")), String(form.get("subtitle") ?? "")];
  const seconds = String(form.get("seconds") ?? "").trim();
  const byMs = Math.round(Number(seconds.replace(",", ".")) * 1000);
  const typed = { locale: "", kind: "", label: "", seconds };
  const refuse = (error: string) =>
    refused({ t, id: `shift-${track}` }, { index, track, field: "seconds", error, typed });
  if (seconds === "") return refuse(t("errors.field.required"));
  if (!Number.isFinite(byMs)) return refuse(t("errors.field.type"));
  const revision = Number(form.get("revision"));
  const answer = await api.post("z/subtitle/shift", { id: movie.id, revision, index, subtitle: track, byMs });
  if (succeeded(answer)) {
    const moved = writers(server.locale).moved(byMs);
    return done(t("admin.subtitle.shifted", { seconds: moved }));
  }
  return issuesOf(answer).length > 0 ? refuse(t("admin.subtitle.problem.nothingLeft")) : failed(answer);
}

/** @param id of the refused control */
function refused(
  { t, id }: { t: TFunction; id: string },
  subtitles: RefusedSubtitles,
  init: ResponseInit = { status: 422 },
) {
  const at = [{ id, text: subtitles.error }];
  return data<MovieOutcome>({ subtitles, failed: t("login.checkFields"), at }, init);
}

const tooLarge = ({ t, locale }: AdminServer) =>
  t("admin.subtitle.problem.tooLarge", { size: writers(locale).bytes(mostSubtitleBytes) });

/** @returns null if the form is not the cause of the failure */
function whyRefused(
  answer: Envelope<unknown>,
  server: AdminServer,
): { error: string; field: RefusedSubtitles["field"] } | null {
  const [issue] = issuesOf(answer);
  if (!issue) return null;
  const { t, locale } = server;
  const [about, place] = issue.field.split(".");
  if (about === "locale") {
    const taken = issue.reason === "repeated";
    return { field: "locale", error: taken ? t("admin.subtitle.problem.taken") : issue.message };
  }
  const number = writers(locale).number(Number(place));
  const error = problemOf(`${about} ${issue.reason}`, { t, number }) ?? issue.message;
  return { field: "file", error: issue.reason === "too_big" && about === "key" ? tooLarge(server) : error };
}

function problemOf(what: string, { t, number }: { t: TFunction; number: string }): string | undefined {
  switch (what) {
    case "key required":
      return t("admin.subtitle.problem.empty");
    case "key format":
      return t("admin.subtitle.problem.noText");
    case "cues required":
      return t("admin.subtitle.problem.none");
    case "cues too_big":
      return t("admin.subtitle.problem.tooMany");
    case "cues characters":
      return t("admin.subtitle.problem.code", { number });
    case "times wrong":
      return t("admin.subtitle.problem.backwards", { number });
    case "times too_big":
      return t("admin.subtitle.problem.late", { number });
    default:
      return undefined;
  }
}
