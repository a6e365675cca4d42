import { data, redirect, type AppLoadContext } from "@remix-run/node";
import type { InputOf } from "../../../contract/index.ts";
import type { Envelope } from "../../../contract/envelope.ts";
import type { ServerApi } from "../../lib/api.server.ts";
import { refusalOf, refusalStatus, type Refusal } from "../../lib/identity.server.ts";
import { readFields } from "../../lib/read-fields.server.ts";

const path = "/profile/profiles";

/** Which form was refused, and what was typed into it; a PIN is not sent back. */
export type ProfileRefusal = Refusal & {
  form: "fields" | "pin";
  typed?: { name: string; look: string; locale: string; age: string; unrated: string };
};

/** What was done, as the page says it; in the address, so that it is said without scripts too. */
export const outcomes = ["created", "saved", "pinSaved", "pinRemoved", "deleted"] as const;
type Outcome = (typeof outcomes)[number];

/** Every write of profiles, by its form's `intent`; the API authorises each call. */
export async function writeProfiles(request: Request, context: AppLoadContext, { api }: ServerApi) {
  const form = await readFields(request, context);
  const word = (name: string) => String(form.get(name) ?? "");
  const id = word("id");
  const typed = {
    name: word("name").trim(),
    look: word("look"),
    locale: word("locale"),
    age: word("age"),
    unrated: word("unrated"),
  };
  switch (word("intent")) {
    case "create":
      return ended("created", await api.post("profiles/create", fieldsOf(typed)), { form: "fields", typed });
    case "save":
      return ended("saved", await api.post("profiles/save", { id, ...fieldsOf(typed) }), {
        form: "fields",
        typed,
      });
    case "pin":
      return ended("pinSaved", await api.post("profiles/pin", { id, pin: word("pin") }), { form: "pin" });
    case "pin-off":
      return ended("pinRemoved", await api.post("profiles/pin", { id, pin: null }), { form: "pin" });
    case "delete":
      return ended("deleted", await api.post("profiles/delete", { id }), { form: "fields" });
    default:
      return redirect(path, { status: 303 });
  }
}

function fieldsOf({ name, look, locale, age, unrated }: NonNullable<ProfileRefusal["typed"]>) {
  return {
    name,
    look: Number(look),
    // The API checks whether it is one of its languages.
    locale: (locale || null) as InputOf<"profiles/create">["locale"],
    age_limit: age === "" ? null : Number(age),
    unrated: unrated === "1",
  };
}

function ended(outcome: Outcome, answer: Envelope<unknown>, of: Pick<ProfileRefusal, "form" | "typed">) {
  if (answer.c === 0) return redirect(`${path}?done=${outcome}`, { status: 303 });
  return data<ProfileRefusal>({ ...refusalOf(answer), ...of }, refusalStatus(answer));
}
