import { redirect } from "@remix-run/node";
import { adminFeedbackCalls } from "../../../../contract/service/admin-feedback.ts";
import { succeeded } from "../../../../contract/envelope.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { readForm, replyTo } from "../../kit/forms/read-form.server.ts";
import type { AskField, Outcome } from "../../kit/outcome.ts";
import { isConfirmed, repliesOf } from "../../kit/replies.server.ts";

const { ask, done, failed, refuse } = repliesOf<Outcome>();
const replyForm = adminFeedbackCalls["z/feedback/reply"].input.omit({ receipt: true });

/** Answers a message, archives or restores it, or deletes it (`intent`); deleting asks for a reason. */
export async function writeFeedback(
  server: AdminServer,
  { receipt, form }: { receipt: string; form: FormData },
) {
  const { t } = server;
  switch (form.get("intent")) {
    case "reply":
      return reply(server, receipt, form);
    case "close":
    case "reopen":
      return close(server, receipt, form);
    case "delete":
      return remove(server, receipt, form);
    default:
      return failed(t("errors.invalid"));
  }
}

async function reply({ api, t, locale, zone }: AdminServer, receipt: string, form: FormData) {
  const labels = { reply: t("feedback.reply") };
  const options = { id: "reply", form, t, locale, zone, labels };
  const submission = readForm(form, { schema: replyForm, t });
  const answer =
    submission.status === "success"
      ? await api.post("z/feedback/reply", { receipt, ...submission.value })
      : null;
  if (answer && succeeded(answer)) return done(t("admin.feedback.sent"));
  return refuse(replyTo(submission, answer, options));
}

async function close({ api, t }: AdminServer, receipt: string, form: FormData) {
  const closed = form.get("intent") === "close";
  const answer = await api.post("z/feedback/close", {
    receipt,
    revision: Number(form.get("revision")),
    closed,
  });
  if (!succeeded(answer)) return failed(answer);
  return done(t(closed ? "admin.feedback.closed" : "admin.feedback.reopened"));
}

async function remove({ api, t }: AdminServer, receipt: string, form: FormData) {
  const reason = String(form.get("reason") ?? "").trim();
  const confirmed = isConfirmed(form);
  if (!confirmed || reason === "") {
    const why: AskField = {
      name: "reason",
      label: t("admin.user.why"),
      kind: "text",
      value: reason,
      required: true,
      hint: t("admin.user.noteHint"),
      error: confirmed ? t("errors.field.required") : undefined,
    };
    return ask(form, { text: t("admin.feedback.deleteAsk"), fields: [why] });
  }
  const answer = await api.post("z/feedback/delete", { receipt, reason });
  return succeeded(answer)
    ? redirect("/z/management/feedback?done=deleted", { status: 303 })
    : failed(answer);
}
