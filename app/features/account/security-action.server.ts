import { data, redirect, type AppLoadContext } from "@remix-run/node";
import type { PasskeyCreation } from "../../../contract/accounts/passkeys.ts";
import { succeeded } from "../../../contract/envelope.ts";
import type { Envelope } from "../../../contract/index.ts";
import type { ServerApi } from "../../lib/api.server.ts";
import { passkeyOf, refusalOf, refusalStatus, type Refusal } from "../../lib/identity.server.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { drawQrCode, type QrCode } from "./qr-code.server.ts";

/** What the page about the second factor shows after a write. */
export type SecurityOutcome =
  | { setUp: { ticket: string; secret: string; uri: string; qr: QrCode }; refusal?: Refusal }
  | { codes: string[]; isNew: boolean }
  | { creation: PasskeyCreation }
  | { refusal: Refusal };

/** Every write of the second factor, by its form's `intent`. */
export async function writeSecurity(request: Request, context: AppLoadContext, server: ServerApi) {
  const { api } = server;
  const form = await readFields(request, context);
  const word = (name: string) => String(form.get(name) ?? "").trim();
  const ticket = word("ticket");
  switch (word("intent")) {
    case "begin":
      return begin(server, {});
    case "turn-on": {
      const answer = await api.post("factor/turn-on", { ticket, code: word("code") });
      if (succeeded(answer)) return data<SecurityOutcome>({ codes: answer.d.codes, isNew: true });
      // The same secret again: the app has it already.
      return begin(server, { ticket, refusal: refusalOf(answer), ...refusalStatus(answer) });
    }
    case "renew-codes": {
      const answer = await api.post("factor/renew-codes", {});
      if (succeeded(answer)) return data<SecurityOutcome>({ codes: answer.d.codes, isNew: false });
      return data<SecurityOutcome>({ refusal: refusalOf(answer) }, refusalStatus(answer));
    }
    case "turn-off": {
      const answer = await api.post("factor/turn-off", {});
      return doneOr(answer, "off");
    }
    case "passkey-begin": {
      const answer = await api.post("passkey/begin-add", {});
      if (succeeded(answer)) return data<SecurityOutcome>({ creation: answer.d });
      return doneOr(answer, "");
    }
    case "passkey-add": {
      const passkey = passkeyOf(word("passkey"));
      const answer = await api.post("passkey/add", { name: word("name"), passkey });
      if (succeeded(answer) && answer.d.codes)
        return data<SecurityOutcome>({ codes: answer.d.codes, isNew: true });
      return doneOr(answer, "passkey-added");
    }
    case "passkey-rename":
      return doneOr(
        await api.post("passkey/rename", { id: word("id"), name: word("name") }),
        "passkey-saved",
      );
    case "passkey-remove":
      return doneOr(await api.post("passkey/remove", { id: word("id") }), "passkey-removed");
    case "oidc-unlink": {
      const answer = await api.post("oidc/unlink", { issuer: word("issuer"), subject: word("subject") });
      return doneOr(answer, "unlinked");
    }
    default:
      return redirect("/profile/security", { status: 303 });
  }
}

/** The page again, which says what was done; or what was refused of it, which no field of a passkey is about. */
function doneOr(answer: Envelope<unknown>, done: string) {
  if (succeeded(answer)) return redirect(`/profile/security?done=${done}`, { status: 303 });
  const { message } = refusalOf(answer);
  return data<SecurityOutcome>({ refusal: { message, fields: {} } }, refusalStatus(answer));
}

async function begin(
  { api }: ServerApi,
  { ticket, refusal, status = 200 }: { ticket?: string; refusal?: Refusal; status?: number },
) {
  const answer = await api.post("factor/begin", ticket ? { ticket } : {});
  if (!succeeded(answer)) return data<SecurityOutcome>({ refusal: refusalOf(answer) }, refusalStatus(answer));
  const setUp = { ...answer.d, qr: drawQrCode(answer.d.uri) };
  return data<SecurityOutcome>({ setUp, ...(refusal && { refusal }) }, { status });
}
