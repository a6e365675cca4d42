import { issuesOf, succeeded } from "../../../../contract/envelope.ts";
import { isConfirmed } from "../../kit/replies.server.ts";
import { ask, done, failed, type MovieWrite } from "./movie-reply.server.ts";

/** An admin's action on captions that a program makes. Cancelling asks first, and so does replacing what is there. */
export async function writeCaptions({ server, movie, form }: MovieWrite, intent: string) {
  const { api, t } = server;
  const id = String(form.get("captioning") ?? "");
  if (intent === "captions-start") return startCaptions({ server, movie, form });
  if (intent === "captions-cancel" && !isConfirmed(form))
    return ask(form, { text: t("admin.captions.cancelAsk") });
  if (intent !== "captions-cancel" && intent !== "captions-retry") return failed(t("errors.invalid"));
  const answer =
    intent === "captions-cancel"
      ? await api.post("z/captions/cancel", { id })
      : await api.post("z/captions/retry", { id });
  if (succeeded(answer))
    return done(t(intent === "captions-retry" ? "admin.job.retried" : "admin.job.cancelled"));
  // They are done, or were changed by another admin, since the page was loaded.
  return failed(issuesOf(answer).length > 0 ? t("admin.magnet.changed") : answer);
}

async function startCaptions({ server, movie, form }: MovieWrite) {
  const { api, t } = server;
  const answer = await api.post("z/captions/start", {
    key: String(form.get("key") ?? ""),
    id: movie.id,
    index: Number(form.get("index")),
    locale: String(form.get("locale") ?? "") || null,
    replace: isConfirmed(form),
  });
  if (succeeded(answer)) return done(t("admin.captions.started"));
  const [issue] = issuesOf(answer);
  if (issue?.field === "locale" && issue.reason === "repeated")
    return ask(form, { text: t("admin.captions.replaceAsk") });
  if (issue?.field === "index")
    return failed(
      t(issue.reason === "repeated" ? "admin.captions.running" : "admin.captions.problem.no_sound"),
    );
  return failed(answer);
}
