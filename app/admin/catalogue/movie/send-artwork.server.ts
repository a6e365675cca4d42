import { data, type AppLoadContext } from "@remix-run/node";
import { issuesOf, succeeded } from "../../../../contract/envelope.ts";
import type { Envelope } from "../../../../contract/index.ts";
import { refusalStatus } from "../../../lib/identity.server.ts";
import { receiveForm } from "../../../lib/receive-form.server.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { uploadPicture } from "../../../lib/upload-picture.server.ts";
import type { MovieOutcome } from "./movie-outcome.ts";
import { done, undoneBy } from "./movie-reply.server.ts";

const roles = ["poster", "backdrop", "still"] as const;

/** Stores the picture of a form as a movie's poster or backdrop, or as an episode's still. The reason for a refusal appears next to it. */
export async function sendArtwork(
  server: AdminServer,
  context: AppLoadContext,
  { request, id, maxBytes }: { request: Request; id: string; maxBytes: number },
) {
  const { api, t } = server;
  const form = await receiveForm(request, { maxFileBytes: maxBytes });
  const role = roles.find((one) => form.text("intent") === `artwork-${one}`) ?? "poster";
  const refuse = (error: string, init = { status: 422 }) =>
    data<MovieOutcome>(
      { artwork: { role, error }, failed: t("login.checkFields"), at: [{ id: `file-${role}`, text: error }] },
      init,
    );
  if (form.tooLarge) return refuse(t("errors.field.too_big"));
  const sent = form.text("stored");
  if (!form.file && !sent) return refuse(t("admin.settings.noFile"));
  const stored = form.file ? await uploadPicture(server, context, form.file, "any") : null;
  if (stored && !succeeded(stored))
    return refuse(
      issuesOf(stored)[0]?.reason === "format" ? t("admin.movie.pictureBad") : stored.m,
      refusalStatus(stored),
    );
  const key = stored?.d.key ?? sent;
  const revision = Number(form.text("revision"));
  const answer: Envelope<{ entry: string | null }> =
    role === "still"
      ? await api.post("z/episode/still", { id, revision, index: Number(form.text("index")), key })
      : await api.post("z/movie/artwork", { id, revision, role, key });
  if (succeeded(answer)) return done(t("profile.saved"), undoneBy(answer.d.entry));
  const reason = issuesOf(answer).find(({ field }) => field === "key")?.reason;
  if (reason === "too_small") return refuse(t("admin.movie.pictureSmall"));
  return refuse(reason ? t("admin.movie.pictureBad") : answer.m, refusalStatus(answer));
}
