import type { SubmissionResult } from "@conform-to/react";

/** A field of the step that asks. */
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
 * The step before something is done that others will feel: what it would do, said by the server, which has tried it
 * without doing it (`dryRun`). The same form comes back with `confirmed`.
 */
export type Ask = {
  text: string;
  /** The effect in figures: how many, who is left out and why. */
  facts: string[];
  /** The first it would touch. */
  sample: string[];
  fields: AskField[];
  /** What the form was sent with. */
  hidden: [name: string, value: string][];
  /** Nothing would come of it: there is nothing to agree to. */
  idle?: boolean;
  error?: string | undefined;
};

/** What somebody else has changed since a form was opened, field by field, in words. */
export type ShownConflict = {
  text: string;
  fields: { name: string; label: string; theirs: string; yours: string; value: string | null }[];
};

/** A form that came back: what was typed, what is wrong with it. */
export type FormReply = {
  /** Of the form. */
  id: string;
  result: SubmissionResult;
  message: string;
  conflict: ShownConflict | null;
  /** What the form began from, as it is to be sent along next time. */
  base: string;
};

/** What an action of the admin area answers with; words are the server's, in the reader's language. */
export type Outcome = {
  ask?: Ask;
  form?: FormReply;
  /** `undo`: what a form sends to take it back. */
  done?: { text: string; undo?: [name: string, value: string][] };
  failed?: string;
};
