import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import { codes } from "../../../../contract/codes.ts";
import { conflictOf, succeeded, type Envelope } from "../../../../contract/envelope.ts";
import { adminWebhookCalls, type WebhookEndpoint } from "../../../../contract/service/admin-webhooks.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { writers } from "../../kit/format.ts";
import { readBase, readForm, replyTo, whoChanged } from "../../kit/forms/read-form.server.ts";
import { isConfirmed, repliesOf } from "../../kit/replies.server.ts";
import { logId, secretId, type WebhookOutcome } from "./outcome.ts";

const { shape } = adminWebhookCalls["z/webhook/create"].input;
const endpointForm = z.strictObject({
  ...shape,
  key: shape.key.optional(),
  revision: adminWebhookCalls["z/webhook/save"].input.shape.revision.optional(),
});

const { ask, done, failed, refuse } = repliesOf<WebhookOutcome>();

type Writing = { server: AdminServer; form: FormData; endpoint: WebhookEndpoint };

/** Adds an endpoint; its page then shows the secret. */
export async function addEndpoint(server: AdminServer, form: FormData) {
  const submission = readForm(form, { schema: endpointForm, t: server.t });
  const options = optionsOf(server, form);
  if (submission.status !== "success") return refuse(replyTo(submission, null, options));
  const { key = "", revision: _none, ...fields } = submission.value;
  const answer = await server.api.post("z/webhook/create", { key, ...fields });
  if (!succeeded(answer)) return refuse(replyTo(submission, answer, options));
  return data<WebhookOutcome>({ secret: answer.d.secret, at: [{ id: secretId, text: "" }] });
}

/** Sends a message again. */
export async function sendAgain({ api, t }: AdminServer, form: FormData) {
  const answer = await api.post("z/webhook/redeliver", { id: String(form.get("delivery") ?? "") });
  if (succeeded(answer)) return done(t("admin.webhook.redelivered"));
  return failed(answer.c === codes.not_ready.c ? t("admin.webhook.isOff") : answer);
}

/** Changes one endpoint (`intent`). */
export async function writeEndpoint(writing: Writing) {
  const { server, form, endpoint } = writing;
  switch (form.get("intent")) {
    case "redeliver":
      return sendAgain(server, form);
    case "test":
      return test(writing);
    case "rotate":
      return rotate(writing);
    case "on":
    case "off":
      return turn(writing);
    case "delete":
      return remove(writing);
    default:
      return save(server, form, endpoint);
  }
}

function optionsOf({ t, locale, zone }: AdminServer, form: FormData) {
  return {
    id: "endpoint",
    form,
    t,
    locale,
    zone,
    labels: {
      name: t("admin.webhook.name"),
      url: t("admin.webhook.url"),
      events: t("admin.webhook.events"),
      reason: t("admin.user.note"),
    },
    reword: (field: string, reason: string) =>
      field === "url" && reason === "choice" ? t("admin.webhook.urlRefused") : undefined,
  };
}

async function save(server: AdminServer, form: FormData, { id }: WebhookEndpoint) {
  const submission = readForm(form, { schema: endpointForm, t: server.t });
  const options = optionsOf(server, form);
  if (submission.status !== "success") return refuse(replyTo(submission, null, options));
  const { revision = 0, key: _none, ...fields } = submission.value;
  const sent = { id, revision, before: readBase(form), ...fields };
  const answer = await server.api.post("z/webhook/save", sent);
  return succeeded(answer)
    ? done(server.t("admin.webhook.saved"))
    : refuse(replyTo(submission, answer, options));
}

async function test({ server: { api, t }, form, endpoint: { id } }: Writing) {
  const answer = await api.post("z/webhook/test", { id, key: String(form.get("key") ?? "") });
  if (succeeded(answer)) return done(t("admin.webhook.testSent"), { at: [{ id: logId, text: "" }] });
  return failed(answer.c === codes.not_ready.c ? t("admin.webhook.isOff") : answer);
}

async function rotate({ server, form, endpoint: { id, name } }: Writing) {
  const { api, t } = server;
  if (!isConfirmed(form)) return ask(form, { text: t("admin.webhook.rotateAsk", { name }) });
  const answer = await api.post("z/webhook/rotate", { id, revision: revisionOf(form) });
  if (!succeeded(answer)) return refused(server, answer);
  return data<WebhookOutcome>({ secret: answer.d.secret, at: [{ id: secretId, text: "" }] });
}

async function turn({ server, form, endpoint: { id, name, counts } }: Writing) {
  const { api, t, locale } = server;
  const on = form.get("intent") === "on";
  const number = writers(locale).number(counts.waiting);
  if (!on && !isConfirmed(form)) return ask(form, { text: t("admin.webhook.turnOffAsk", { name, number }) });
  const answer = await api.post("z/webhook/save", { id, revision: revisionOf(form), on });
  return succeeded(answer) ? done(t("admin.webhook.saved")) : refused(server, answer);
}

async function remove({ server, form, endpoint: { id, name } }: Writing) {
  const { api, t } = server;
  if (!isConfirmed(form)) return ask(form, { text: t("admin.webhook.deleteAsk", { name }) });
  const answer = await api.post("z/webhook/delete", { id, revision: revisionOf(form) });
  return succeeded(answer) ? redirect("/z/page/webhook", { status: 303 }) : refused(server, answer);
}

const revisionOf = (form: FormData) => Number(form.get("revision"));

function refused(server: AdminServer, answer: Envelope<unknown>) {
  const conflict = conflictOf(answer);
  return failed(conflict ? whoChanged(conflict, server) : answer);
}
