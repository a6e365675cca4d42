import { data, type AppLoadContext } from "@remix-run/node";
import { localeOfRequest, translatorOf } from "./i18n.server.ts";

/** More than any form has; each costs an entry of its own. */
const mostFields = 2_000;

/**
 * Reads the fields of a page's form, as browsers send them: `application/x-www-form-urlencoded`, or multipart without
 * files. Its size is limited earlier (server/body-limit.ts).
 * @throws data 413 for a form that is too large, 415 for anything but a form, 422 for one that can't be read; each with
 * the text the error screen shows
 */
export async function readFields(request: Request, context: AppLoadContext): Promise<FormData> {
  const form = await readAllFields(request, context);
  // Of the page that asked for the password on the way: no action has a use for them.
  for (const name of [...form.keys()]) if (name.startsWith(confirmPrefix)) form.delete(name);
  return form;
}

/** Begins the names of the fields of the page /page/confirm itself. */
export const confirmPrefix = "confirm.";

/** The same with the fields of /page/confirm. */
export async function readAllFields(request: Request, context: AppLoadContext): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(type))
    throw await refused(request, context, 415);
  let form: FormData;
  try {
    form = await request.formData();
  } catch (error) {
    throw await refused(request, context, isTooLarge(error) ? 413 : 422);
  }
  if ([...form.keys()].length > mostFields) throw await refused(request, context, 413);
  return form;
}

async function refused(request: Request, context: AppLoadContext, status: 413 | 415 | 422) {
  const locale = await localeOfRequest(request, context);
  const t = translatorOf(locale, context).getFixedT(locale);
  const message = t(status === 413 ? "error.tooLarge" : "errors.invalid");
  return data({ message, requestId: context.requestId }, { status });
}

/** The edge's own error, or one that a stream has wrapped it in. */
function isTooLarge(error: unknown): boolean {
  for (let inner = error; inner instanceof Error; inner = inner.cause)
    if (inner.name === "BodyTooLarge") return true;
  return false;
}
