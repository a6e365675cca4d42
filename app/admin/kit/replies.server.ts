import { data } from "@remix-run/node";
import { statusOf } from "./forms/read-form.server.ts";
import type { AskField, FormReply, Outcome } from "./outcome.ts";

type Question = {
  text: string;
  facts?: string[];
  sample?: string[];
  fields?: AskField[];
  idle?: boolean;
};

/** Whether a form comes from the confirmation of what it asked for. */
export function isConfirmed(form: FormData): boolean {
  return form.get("confirmed") === "1";
}

/** The answers of an action, typed as the outcome of its screen. */
export function repliesOf<O extends Outcome = Outcome>() {
  return {
    done: (text: string, undo?: [name: string, value: string][]) =>
      data<O>({ done: { text, ...(undo && { undo }) } } as O),
    /** @param more what the screen needs besides, such as the values that were typed */
    failed: (why: string | { m: string }, more?: Omit<O, keyof Outcome>) =>
      data<O>({ failed: typeof why === "string" ? why : why.m, ...more } as O, { status: 422 }),
    refuse: (form: FormReply) => data<O>({ form } as O, { status: statusOf(form) }),
    /**
     * Asks before an action.
     * @param sent the fields of its form, which are sent again with the confirmation
     */
    ask(sent: Iterable<[string, FormDataEntryValue]>, question: Question) {
      const { text, facts = [], sample = [], fields = [], idle = false } = question;
      const asked = ["confirmed", ...fields.map(({ name }) => name)];
      const hidden = [...sent].flatMap(([name, value]): [string, string][] =>
        typeof value === "string" && value !== "" && !name.startsWith("__") && !asked.includes(name)
          ? [[name, value]]
          : [],
      );
      return data<O>({ ask: { text, facts, sample, fields, hidden, idle } } as O);
    },
  };
}
