import type { AppLoadContext } from "@remix-run/node";
import { issuesOf, succeeded } from "../../../contract/envelope.ts";
import type { Envelope, InputOf } from "../../../contract/index.ts";
import type { ServerApi } from "../../lib/api.server.ts";
import { refusalStatus } from "../../lib/identity.server.ts";
import { FormRefused, receiveForm, type ReceivedForm } from "../../lib/receive-form.server.ts";
import { uploadPicture } from "../../lib/upload-picture.server.ts";
import { sentContext } from "./context.server.ts";
import type { FeedbackRefusal } from "./feedback-form.tsx";

export type SentFeedback = { receipt: string } | { refusal: FeedbackRefusal; status: number };

const keyFormat = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const pictureName = /^[0-9a-f]{64}\.(png|jpg|webp)$/;

/**
 * Sends the message of a form, screenshot first. A refusal keeps everything typed, and the screenshot if that was
 * valid.
 */
export async function sendFeedback(
  request: Request,
  context: AppLoadContext,
  server: ServerApi,
): Promise<SentFeedback> {
  const { api, t, unwrap } = server;
  const { upload } = unwrap(await api.get("config", {}));
  const form = await receiveForm(request, { maxFileBytes: upload.pictureMaxBytes }).catch(
    (error: unknown) => {
      if (error instanceof FormRefused) return null;
      throw error;
    },
  );
  const typed = {
    category: form?.text("category") ?? "",
    text: form?.text("text") ?? "",
    withContext: form?.text("withContext") === "1",
  };
  const refuse = (
    message: string,
    fields: Record<string, string>,
    screenshot: string | null,
    status = 422,
  ) => ({
    refusal: { message, fields, typed, screenshot },
    status,
  });
  if (!form) return refuse(t("errors.invalid"), {}, null);
  if (form.tooLarge) return refuse(t("errors.invalid"), { screenshot: t("errors.field.too_big") }, null);
  const picture = form.file ? await uploadPicture(server, context, form.file) : null;
  if (picture && !succeeded(picture)) {
    const message = picture.m || t("errors.upload_refused");
    const fields = { screenshot: issuesOf(picture)[0]?.message ?? message };
    return refuse(message, fields, null, refusalStatus(picture).status);
  }
  const kept = form.text("keptScreenshot");
  const screenshot = picture?.d.key ?? (pictureName.test(kept) ? kept : null);
  const answer = await create(server, form, { ...typed, screenshot });
  if (succeeded(answer)) return { receipt: answer.d.receipt };
  const fields: Record<string, string> = {};
  for (const issue of issuesOf(answer)) fields[issue.field] ??= issue.message;
  return refuse(answer.m, fields, fields.screenshot ? null : screenshot, refusalStatus(answer).status);
}

async function create(
  { api }: ServerApi,
  form: ReceivedForm,
  { category, text, screenshot }: { category: string; text: string; screenshot: string | null },
): Promise<Envelope<{ receipt: string }>> {
  const key = form.text("key");
  const message: InputOf<"feedback/create"> = {
    key: keyFormat.test(key) ? key : crypto.randomUUID(),
    // Any value: the API validates it, and the page shows its answer.
    category: category as InputOf<"feedback/create">["category"],
    text,
    ...(form.text("withContext") === "1" ? { context: sentContext(form.text) } : {}),
    ...(screenshot ? { screenshot } : {}),
  };
  const answer = await api.post("feedback/create", message);
  // The user went back and rewrote the form: another message, with the key of the last one.
  if (issuesOf(answer).some(({ field }) => field === "key"))
    return api.post("feedback/create", { ...message, key: crypto.randomUUID() });
  return answer;
}
