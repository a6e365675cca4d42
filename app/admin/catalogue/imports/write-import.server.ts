import { randomUUID } from "node:crypto";
import { redirect, type AppLoadContext } from "@remix-run/node";
import {
  importEncodings,
  importSeparators,
  type ImportEncoding,
  type ImportSeparator,
} from "../../../../contract/catalogue/values.ts";
import { codes } from "../../../../contract/codes.ts";
import { issuesOf, succeeded } from "../../../../contract/envelope.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { uploadStreamed } from "../../../lib/upload-streamed.server.ts";
import { isConfirmed, repliesOf } from "../../kit/replies.server.ts";

const { ask, failed } = repliesOf();
const pageOf = (id: string) => `/z/management/import/${id}`;

/** Streams a form's CSV file to the storage, and begins to check it. */
export async function beginImport(server: AdminServer, context: AppLoadContext, request: Request) {
  const { api, t } = server;
  const refuse = (why: string) => failed(t("login.checkFields"), { at: [{ id: "csv-file", text: why }] });
  const stored = await uploadStreamed(server, context, request);
  if (!succeeded(stored)) {
    const [issue] = issuesOf(stored);
    if (!issue) return failed(stored.m || t("errors.unavailable"));
    if (issue.reason === "too_big") return refuse(t("errors.field.too_big"));
    const isBinary = issue.field === "file" && issue.reason === "format";
    return refuse(t(isBinary ? "admin.csv.problem.binary" : "admin.csv.refused"));
  }
  const begun = await api.post("z/import/begin", { key: randomUUID(), source: stored.d.key });
  if (succeeded(begun)) return redirect(pageOf(begun.d.id));
  return issuesOf(begun).length > 0 ? refuse(t("admin.csv.refused")) : failed(begun);
}

/** Every write about one import (`intent`). */
export async function writeImport(server: AdminServer, id: string, form: FormData) {
  const { api, t } = server;
  const intent = form.get("intent");
  if (intent === "check") {
    const encoding = importEncodings.find((one) => one === form.get("encoding")) as ImportEncoding;
    const separator = importSeparators.find((one) => one === form.get("separator")) as ImportSeparator;
    return after(await api.post("z/import/check", { id, encoding, separator }));
  }
  if (intent === "start") return after(await api.post("z/import/start", { id }));
  if (intent === "cancel") {
    if (!isConfirmed(form)) return ask(form, { text: t("admin.csv.askCancel") });
    return after(await api.post("z/import/cancel", { id }));
  }
  if (intent !== "undo") return failed(t("errors.invalid"));
  if (!isConfirmed(form)) return ask(form, { text: t("admin.csv.askUndo") });
  return after(await api.post("z/import/undo", { id }));

  function after(answer: { c: number; m: string }) {
    if (answer.c === codes.ok.c) return redirect(pageOf(id));
    // Its state does not allow that any more: another admin, or an earlier tap, was faster.
    return failed(answer.c === codes.invalid.c ? t("admin.csv.over") : answer.m);
  }
}
