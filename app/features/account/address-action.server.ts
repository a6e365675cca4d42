import { data, redirect, type AppLoadContext } from "@remix-run/node";
import { succeeded } from "../../../contract/envelope.ts";
import type { Envelope } from "../../../contract/index.ts";
import type { ServerApi } from "../../lib/api.server.ts";
import { refusalOf, refusalStatus, type Refusal } from "../../lib/identity.server.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { safeRedirect } from "../../lib/safe-redirect.ts";

/** What the page about the address shows after a write. `email`: the new address; null = the account's own. */
export type AddressOutcome = {
  /** A code is on its way to it, and this makes the code valid. */
  sent: { email: string | null; ticket: string } | null;
  refusal?: Refusal;
  /** As it was typed. */
  typed?: string;
};

/** Every write of the account's address, by its form's `intent`. */
export async function writeAddress(request: Request, context: AppLoadContext, server: ServerApi) {
  const { api } = server;
  const form = await readFields(request, context);
  const word = (name: string) => String(form.get(name) ?? "").trim();
  const email = form.has("email") ? word("email") : null;
  const proof = { ticket: word("ticket"), code: word("code").replace(/\s/g, "") };
  const to = safeRedirect(word("to"), "");
  const done = (what: string) => redirect(to || `/profile/address?done=${what}`, { status: 303 });
  const refused = (answer: Envelope<unknown>, sent: AddressOutcome["sent"]) =>
    data<AddressOutcome>(
      { sent, refusal: refusalOf(answer), ...(email !== null && { typed: email }) },
      refusalStatus(answer),
    );
  switch (word("intent")) {
    case "send": {
      const answer = await api.post("address/send", email === null ? {} : { email });
      if (!succeeded(answer)) return refused(answer, null);
      return data<AddressOutcome>({ sent: { email, ticket: answer.d.ticket } });
    }
    case "confirm": {
      const answer = await api.post("address/confirm", proof);
      return succeeded(answer) ? done("confirmed") : refused(answer, { email: null, ticket: proof.ticket });
    }
    case "change": {
      const answer = await api.post("address/change", { email: email ?? "", ...proof });
      if (succeeded(answer)) return done("changed");
      const sent = refusalOf(answer).fields.code ? { email, ticket: proof.ticket } : null;
      return refused(answer, sent);
    }
    default:
      return redirect("/profile/address", { status: 303 });
  }
}
