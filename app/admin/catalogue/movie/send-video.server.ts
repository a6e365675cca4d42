import { data, redirect, type AppLoadContext } from "@remix-run/node";
import { issuesOf, succeeded } from "../../../../contract/envelope.ts";
import type { AdminMovie } from "../../../../contract/index.ts";
import { longestFileName } from "../../../../contract/ingest/values.ts";
import { readFields } from "../../../lib/read-fields.server.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { uploadStreamed } from "../../../lib/upload-streamed.server.ts";
import { isConfirmed } from "../../kit/replies.server.ts";
import { latestEncoding } from "./latest-encoding.server.ts";
import type { MovieOutcome } from "./movie-outcome.ts";
import { ask, nameOf } from "./movie-reply.server.ts";
import { replacingText } from "./upload-targets.ts";

/**
 * Takes an episode's video: the file of a form, or one that was stored before (`source`). It joins the encoding queue;
 * if it replaces something, only once that is confirmed. The reason for a refusal appears next to the field.
 */
export async function sendVideo(
  server: AdminServer,
  context: AppLoadContext,
  { request, movie }: { request: Request; movie: AdminMovie },
) {
  const { api, t, locale } = server;
  const { id } = movie;
  const index = Number(new URL(request.url).searchParams.get("episode"));
  const refuse = (error: string) =>
    data<MovieOutcome>(
      { video: { index, error }, failed: t("login.checkFields"), at: [{ id: "video-file", text: error }] },
      { status: 422 },
    );
  const isForm = request.headers.get("Content-Type")?.startsWith("multipart/") ?? false;
  const given = isForm ? null : await readFields(request, context);
  const stored = given
    ? String(given.get("source") ?? "")
    : await storedName(server, context, { request, refuse });
  if (typeof stored !== "string") return stored;
  const key = String(given?.get("key") ?? crypto.randomUUID());
  const fileName = String(given?.get("fileName") ?? "")
    .trim()
    .slice(0, longestFileName);
  const named = { source: stored, ...(fileName && { fileName }) };
  if (!given || !isConfirmed(given)) {
    const encoding = await latestEncoding(server, { id, index });
    const text = replacingText(movie, { title: nameOf(movie, locale), index, encoding, t, locale });
    if (text) return ask(Object.entries({ ...named, key }), { text });
  }
  const answer = await api.post("z/encoding/start", { key, movie: id, index, ...named });
  if (succeeded(answer)) return redirect(`/z/page/movie/detail/${id}/video?episode=${index}`);
  return refuse(issuesOf(answer).length > 0 ? t("admin.upload.noVideo") : answer.m);
}

async function storedName(
  server: AdminServer,
  context: AppLoadContext,
  { request, refuse }: { request: Request; refuse: (error: string) => ReturnType<typeof data<MovieOutcome>> },
) {
  const { t } = server;
  const answer = await uploadStreamed(server, context, request);
  if (succeeded(answer)) return answer.d.key;
  const reason = issuesOf(answer)[0];
  if (reason?.reason === "required") return refuse(t("admin.settings.noFile"));
  if (reason?.reason === "too_big") return refuse(t("errors.field.too_big"));
  return refuse(reason ? t("admin.upload.noVideo") : answer.m || t("errors.unavailable"));
}
