import { data } from "@remix-run/node";
import { statusOf } from "./forms/read-form.server.ts";
import type { Anchor, AskField, FormReply, Outcome } from "./outcome.ts";

type Question = {
  text: string;
  facts?: string[];
  sample?: string[];
  fields?: AskField[];
  idle?: boolean;
  keep?: boolean;
};

/** Whether a form comes from the confirmation of what it asked for. */
export function isConfirmed(form: FormData): boolean {
  return form.get("confirmed") === "1";
}

/** The answers of an action, typed as the outcome of its screen. */
export function repliesOf<O extends Outcome = Outcome>() {
  return {
    /** @param at the new thing, if there is one */
    done: (text: string, { undo, at }: { undo?: [name: string, value: string][]; at?: Anchor[] } = {}) =>
      data<O>({ done: { text, ...(undo && { undo }) }, ...(at && { at }) } as O),
    /** @param more what the screen needs besides, such as the values that were typed, and the refused fields */
    failed: (why: string | { m: string }, more?: Omit<O, Exclude<keyof Outcome, "at">>) =>
      data<O>({ failed: typeof why === "string" ? why : why.m, ...more } as O, { status: 422 }),
    refuse: (form: FormReply) => data<O>({ form } as O, { status: statusOf(form) }),
    /**
     * Asks before an action.
     * @param sent the fields of its form, which are sent again with the confirmation
     */
    ask(sent: Iterable<[string, FormDataEntryValue]>, question: Question) {
      const { text, facts = [], sample = [], fields = [], idle = false, keep = false } = question;
      const asked = ["confirmed", ...fields.map(({ name }) => name)];
      const hidden = [...sent].flatMap(([name, value]): [string, string][] =>
        typeof value === "string" && value !== "" && !name.startsWith("__") && !asked.includes(name)
          ? [[name, value]]
          : [],
      );
      const chosen = keep ? hidden.map(([, value]) => value) : undefined;
      return data<O>({ ask: { text, facts, sample, fields, hidden, idle, keep }, chosen } as O);
    },
  };
}
