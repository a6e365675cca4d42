import { data, type AppLoadContext } from "@remix-run/node";
import type { ServerApi } from "../../lib/api.server.ts";
import { enterByPasskey, enterPage } from "../../lib/identity.server.ts";
import { safeRedirect } from "../../lib/safe-redirect.ts";
import type { NewPasswordRefusal } from "./new-password.server.ts";

/** Signs in with the passkey of the form, then goes on to where the sign-in began. */
export async function signInByPasskey(
  server: ServerApi,
  { form, context }: { form: FormData; context: AppLoadContext },
) {
  const started = await enterByPasskey(server, String(form.get("passkey") ?? ""), context.origin);
  if ("headers" in started) {
    const inAdmin = form.get("inAdmin") === "1";
    return enterPage(safeRedirect(form.get("to")), { ...started, inAdmin });
  }
  // What was refused of it is in no field of the page.
  const { message } = started.refusal;
  const refused: NewPasswordRefusal = { message, fields: {}, typed: { email: "", name: "" } };
  return data(refused, { status: started.status });
}
