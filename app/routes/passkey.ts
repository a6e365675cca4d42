import { json, type ActionFunctionArgs } from "@remix-run/node";
import { succeeded } from "../../contract/envelope.ts";
import { pendingTicket } from "../features/sign-in/factor-cookie.server.ts";
import { serverApi } from "../lib/api.server.ts";
import { refusalStatus } from "../lib/identity.server.ts";
import { readFields } from "../lib/read-fields.server.ts";

const noStore = { "Cache-Control": "no-store" };
const purposes = ["sign-in", "factor", "confirm"] as const;

/** What a page's script asks a passkey to sign (`for`): with the session and the waiting sign-in of its cookies. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { api } = await serverApi(request, context);
  const wanted = (await readFields(request, context)).get("for");
  const purpose = purposes.find((one) => one === wanted) ?? "sign-in";
  const ticket = purpose === "factor" ? { ticket: pendingTicket(request, context) } : {};
  const answer = await api.post("passkey/begin", { for: purpose, ...ticket });
  if (succeeded(answer)) return json(answer.d, { headers: noStore });
  return json({ message: answer.m }, { ...refusalStatus(answer), headers: noStore });
}
