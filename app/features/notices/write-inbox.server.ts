import { data, redirect, type AppLoadContext } from "@remix-run/node";
import { succeeded } from "../../../contract/envelope.ts";
import type { Envelope } from "../../../contract/index.ts";
import type { ServerApi } from "../../lib/api.server.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import type { Outcome } from "./outcome.ts";

/** Opens a notice, which marks it as seen; marks all; deletes one or all (`intent`). */
export async function writeInbox(request: Request, context: AppLoadContext, { api, signed }: ServerApi) {
  const form = await readFields(request, context);
  if (!signed()) return redirect("/profile/inbox", { status: 303 });
  const id = String(form.get("id") ?? "");
  switch (form.get("intent")) {
    case "open": {
      const answer = await api.post("notice/seen", { ids: [id] });
      // Where it leads is said by the server, never by the form.
      const to = succeeded(answer) ? answer.d.to : null;
      return redirect(to ?? "/profile/inbox", { status: 303 });
    }
    case "see-all":
      return answered("seenAll", await api.post("notice/seen", {}));
    case "remove":
      return answered("removed", await api.post("notice/remove", { ids: [id] }));
    case "clear":
      return answered("cleared", await api.post("notice/remove", {}));
    default:
      return redirect("/profile/inbox", { status: 303 });
  }
}

function answered(done: Extract<Outcome, { done: string }>["done"], answer: Envelope<unknown>) {
  return answer.c === 0
    ? data<Outcome>({ done })
    : data<Outcome>({ failed: answer.m }, { status: answer.c === 422 ? 422 : 503 });
}
