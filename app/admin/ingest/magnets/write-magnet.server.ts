import { redirect } from "@remix-run/node";
import { issuesOf, succeeded } from "../../../../contract/envelope.ts";
import { magnetActions } from "../../../../contract/ingest/values.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { isConfirmed, repliesOf } from "../../kit/replies.server.ts";
import { addMagnets } from "./add-magnets.server.ts";
import { chooseFiles, findMovies } from "./choose-files.server.ts";
import type { MagnetOutcome } from "./magnet-outcome.ts";

const { ask, done, failed } = repliesOf<MagnetOutcome>();
/** Actions that remove something ask first. */
const asking = ["cancel", "remove"] as const;

/** Every write about magnets, by the form's `intent`. */
export async function writeMagnet(server: AdminServer, form: FormData) {
  const { api, t } = server;
  const intent = String(form.get("intent") ?? "");
  if (intent === "add") return addMagnets(server, form);
  if (intent === "choose") return chooseFiles(server, form);
  if (intent === "find") return findMovies(server, form);
  const action = magnetActions.find((one) => one === intent);
  if (!action) return failed(t("errors.invalid"));
  const asked = asking.find((one) => one === action);
  if (asked && !isConfirmed(form))
    return ask(form, { text: t(`admin.magnet.ask.${asked}`, { name: String(form.get("name") ?? "") }) });
  const answer = await api.post("z/magnet/change", { id: String(form.get("id") ?? ""), action });
  if (!succeeded(answer)) return failed(issuesOf(answer).length > 0 ? t("admin.magnet.changed") : answer);
  if (answer.d.magnet === null) return redirect("/z/page/magnet?removed=1", { status: 303 });
  return done(t("profile.saved"));
}
