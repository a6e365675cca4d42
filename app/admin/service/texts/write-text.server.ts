import { data } from "@remix-run/node";
import { adminTextCalls } from "../../../../contract/service/texts.ts";
import { succeeded } from "../../../../contract/envelope.ts";
import type { InputOf } from "../../../../contract/index.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { readForm, replyTo } from "../../kit/forms/read-form.server.ts";
import type { Outcome } from "../../kit/outcome.ts";
import { isConfirmed, repliesOf } from "../../kit/replies.server.ts";

const textForm = adminTextCalls["z/text/save"].input.omit({ key: true, locale: true });
type Locale = InputOf<"z/text/save">["locale"];

/** Data for the editor's page besides the outcome: the text as it was typed. */
export type TextOutcome = Outcome & { preview?: { title: string; body: string } };

const { ask, done, failed, refuse } = repliesOf<TextOutcome>();

/** Previews, saves or restores a text page (`intent`). */
export async function writeText(
  server: AdminServer,
  { key, locale, form }: { key: string; locale: string; form: FormData },
) {
  const intent = form.get("intent");
  if (intent === "restore") return restore(server, { key, locale, form });
  const { api, t } = server;
  const labels = { title: t("admin.text.title"), body: t("admin.text.body") };
  const shared = { t, locale: server.locale, zone: server.zone };
  const options = { id: "text", form, ...shared, labels, revisionField: "version" };
  const submission = readForm(form, { schema: textForm, t });
  if (submission.status !== "success") return refuse(replyTo(submission, null, options));
  const { title, body } = submission.value;
  if (intent === "preview") {
    // The form stays as it is: nothing is saved yet.
    const reply = replyTo(submission, null, options);
    return data<TextOutcome>({
      preview: { title, body },
      form: { ...reply, result: { ...reply.result, status: undefined }, message: "" },
    });
  }
  const answer = await api.post("z/text/save", { key, locale: locale as Locale, ...submission.value });
  if (!succeeded(answer)) return refuse(replyTo(submission, answer, options));
  return done(t("admin.text.saved", { version: answer.d.version }));
}

async function restore(
  { api, t }: AdminServer,
  { key, locale, form }: { key: string; locale: string; form: FormData },
) {
  const version = Number(form.get("restore"));
  if (!isConfirmed(form)) return ask(form, { text: t("admin.text.restoreAsk", { version }) });
  const answer = await api.post("z/text/restore", {
    key,
    locale: locale as Locale,
    version: Number(form.get("version")),
    restore: version,
  });
  return succeeded(answer) ? done(t("admin.text.restored", { version })) : failed(answer);
}
