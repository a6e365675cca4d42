import type { SubmissionResult } from "@conform-to/react";

/** A field of the confirmation step. */
export type AskField = {
  name: string;
  label: string;
  kind: "text" | "number" | "date" | "select";
  value: string;
  required: boolean;
  hint?: string;
  error?: string | undefined;
  options?: { value: string; label: string }[];
};

/**
 * The step before an action that affects others: what it would do, from a dry run on the server (`dryRun`). The same
 * form comes back with `confirmed`.
 */
export type Ask = {
  text: string;
  /** The effect in figures: how many, and which ones are left out and why. */
  facts: string[];
  /** The first entries it would change. */
  sample: string[];
  fields: AskField[];
  /** The values the form was sent with. */
  hidden: [name: string, value: string][];
  /** It would change nothing: there is nothing to confirm. */
  idle?: boolean;
  /** Cancelling sends the form too, with `cancel`: without scripts the page needs its values to show them again. */
  keep?: boolean;
};

/** What another admin has changed since a form was opened, field by field, in words. */
export type ShownConflict = {
  text: string;
  fields: { name: string; label: string; theirs: string; yours: string; value: string | null }[];
};

/** A place on the page, by its element's id: a refused field, or a new thing. */
export type Anchor = { id: string; text: string };

/** A refused form: the typed values and their errors. */
export type FormReply = {
  /** Of the form. */
  id: string;
  result: SubmissionResult;
  message: string;
  conflict: ShownConflict | null;
  /** The refused fields. */
  at: Anchor[];
  /** The values the form began from, to be sent along next time. */
  base: string;
};

/** The answer of an action in the admin area, in the reader's language. */
export type Outcome = {
  ask?: Ask;
  form?: FormReply;
  /** `undo`: the form fields that undo it. */
  done?: { text: string; undo?: [name: string, value: string][] };
  failed?: string;
  /** What it is about, besides the fields of a refused form: the notice leads there. */
  at?: Anchor[];
  /** Keys of the rows that stay selected in the table. */
  chosen?: string[];
};
