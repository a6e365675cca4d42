import { data, redirect, type AppLoadContext } from "@remix-run/node";
import { succeeded } from "../../../contract/envelope.ts";
import type { Envelope } from "../../../contract/index.ts";
import type { ServerApi } from "../../lib/api.server.ts";
import { dataSaverCookie } from "../../lib/data-saver.server.ts";
import { ensureGuest } from "../../lib/guest.server.ts";
import { refusalOf, refusalStatus } from "../../lib/identity.server.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { FormRefused, receiveForm } from "../../lib/receive-form.server.ts";
import { forgetSession } from "../../lib/session-cookie.server.ts";
import { uploadPicture } from "../../lib/upload-picture.server.ts";
import type { Outcome } from "./outcome.ts";

/** More than the API takes, so that the API reports what is too large. */
const fallbackBytes = 5 * 1024 * 1024;

/** Every write of the profile, by its form's `intent`. */
export async function writeProfile(request: Request, context: AppLoadContext, server: ServerApi) {
  const form = await readForm(request, context, server);
  const { api } = server;
  const intent = form.text("intent");
  switch (intent) {
    case "data-saver":
      return saveDataSaver(server, context, form.text("on") === "1");
    case "recommending":
      return saveRecommending(server, context, form.text("on") === "1");
    case "name":
      return outcome("saved", await api.post("profile/save", { name: form.text("name").trim() }), form);
    case "picture":
      return outcome("saved", await savePicture(server, context, form), form);
    case "picture-remove":
      return outcome("saved", await api.post("profile/avatar", { key: null }), form);
    case "password": {
      const input = { current: form.text("current"), password: form.text("password") };
      return outcome("passwordSaved", await api.post("password/change", input), form);
    }
    case "device-end":
      return outcome("deviceEnded", await api.post("device/end", { id: form.text("id") }), form);
    case "devices-end":
      return outcome("othersEnded", await api.post("device/end-others", {}), form);
    case "delete":
      return deleteAccount(server, context, form);
    default:
      return redirect("/profile", { status: 303 });
  }
}

type Form = Awaited<ReturnType<typeof readForm>>;

async function readForm(request: Request, context: AppLoadContext, { api }: ServerApi) {
  if (!/^multipart\/form-data/i.test(request.headers.get("Content-Type") ?? "")) {
    const fields = await readFields(request, context);
    const text = (name: string) => String(fields.get(name) ?? "");
    return { text, file: null, tooLarge: false };
  }
  const config = await api.get("config", {});
  const maxFileBytes = succeeded(config) ? config.d.upload.pictureMaxBytes : fallbackBytes;
  try {
    return await receiveForm(request, { maxFileBytes });
  } catch (error) {
    if (!(error instanceof FormRefused)) throw error;
    return { text: (name: string) => (name === "intent" ? "picture" : ""), file: null, tooLarge: true };
  }
}

type Done = Extract<Outcome, { done: string }>["done"];

function outcome(done: Done, answer: Envelope<unknown>, form: Form) {
  if (answer.c === 0) return data<Outcome>({ done });
  return data<Outcome>({ ...refusalOf(answer), typed: { name: form.text("name") } }, refusalStatus(answer));
}

/** Errors about a picture are shown at the picture, whatever the API calls its field. */
async function savePicture(
  server: ServerApi,
  context: AppLoadContext,
  { file, tooLarge, text }: Form,
): Promise<Envelope<unknown>> {
  const { api, t } = server;
  const refuse = (message: string): Envelope<never> => ({
    c: 422,
    m: message,
    d: { issues: [{ field: "picture", reason: tooLarge ? "too_big" : "format", message }] },
  });
  const sent = text("stored");
  if (!file && !sent) return refuse(t(tooLarge ? "errors.field.too_big" : "errors.field.required"));
  const upload = file ? await uploadPicture(server, context, file) : null;
  if (upload && !succeeded(upload)) return isRefused(upload) ? refuse(t("errors.field.format")) : upload;
  const answer = await api.post("profile/avatar", { key: upload?.d.key ?? sent });
  return isRefused(answer) ? refuse(t("errors.field.format")) : answer;
}

const isRefused = ({ c }: Envelope<unknown>) => c === 422 || Math.floor(c / 10) === 422;

/**
 * Saves to the account, if signed in, and in this browser for the time after signing out. Reloads the page: the request
 * that sets the cookie still carries the old one.
 */
async function saveDataSaver({ api, signed, unwrap }: ServerApi, context: AppLoadContext, on: boolean) {
  if (signed()) unwrap(await api.post("profile/data-saver", { on }));
  const headers = { "Set-Cookie": dataSaverCookie(on, context.origin) };
  return redirect("/profile", { status: 303, headers });
}

async function saveRecommending(server: ServerApi, context: AppLoadContext, on: boolean) {
  const headers = await ensureGuest(server, context.origin);
  server.unwrap(await server.api.post("profile/recommending", { on }));
  return redirect("/profile", { status: 303, headers });
}

async function deleteAccount({ api }: ServerApi, context: AppLoadContext, form: Form) {
  const password = form.text("password");
  const proof = form.text("proof");
  const answer = await api.post("account/delete", {
    ...(password ? { password } : {}),
    ...(proof ? { proof } : {}),
  });
  if (answer.c !== 0) return outcome("saved", answer, form);
  const headers = new Headers();
  forgetSession(headers, context.origin);
  return redirect("/page/login?done=deleted", { status: 303, headers });
}
