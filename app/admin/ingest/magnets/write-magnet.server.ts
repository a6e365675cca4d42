import { data, redirect } from "@remix-run/node";
import { issuesOf, succeeded } from "../../../../contract/envelope.ts";
import { magnetActions } from "../../../../contract/ingest/values.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import type { Ask } from "../../kit/outcome.ts";
import { addMagnets } from "./add-magnets.server.ts";
import { chooseFiles, findTitles } from "./choose-files.server.ts";
import type { MagnetOutcome } from "./magnet-outcome.ts";

/** Actions that remove something ask first. */
const asking = ["cancel", "remove"] as const;

/** Every write about magnets, by the form's `intent`. */
export async function writeMagnet(server: AdminServer, form: FormData) {
  const { api, t } = server;
  const intent = String(form.get("intent") ?? "");
  if (intent === "add") return addMagnets(server, form);
  if (intent === "choose") return chooseFiles(server, form);
  if (intent === "find") return findTitles(server, form);
  const action = magnetActions.find((one) => one === intent);
  if (!action) return data<MagnetOutcome>({ failed: t("errors.invalid") }, { status: 422 });
  const asked = asking.find((one) => one === action);
  if (asked && form.get("confirmed") !== "1")
    return ask(form, t(`admin.magnet.ask.${asked}`, { name: nameOf(form) }));
  const answer = await api.post("z/magnet/change", { id: String(form.get("id") ?? ""), action });
  if (!succeeded(answer)) {
    const failed = issuesOf(answer).length > 0 ? t("admin.magnet.changed") : answer.m;
    return data<MagnetOutcome>({ failed }, { status: 422 });
  }
  if (answer.d.magnet === null) return redirect("/z/page/magnet?removed=1", { status: 303 });
  return data<MagnetOutcome>({ done: { text: t("profile.saved") } });
}

const nameOf = (form: FormData) => String(form.get("name") ?? "");

function ask(form: FormData, text: string) {
  const hidden = [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const asked: Ask = { text, facts: [], sample: [], fields: [], hidden };
  return data<MagnetOutcome>({ ask: asked });
}
