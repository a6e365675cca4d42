import { parseWithZod } from "@conform-to/zod/v4";
import { parse, type Submission } from "@conform-to/react";
import type { TFunction } from "i18next";
import { z } from "zod";
import { conflictOf, issuesOf } from "../../../../contract/envelope.ts";
import type { Conflict, Envelope } from "../../../../contract/index.ts";
import { writers } from "../format.ts";
import type { Anchor, FormReply, ShownConflict } from "../outcome.ts";
import { notOurs, plainForm } from "./plain-form.server.ts";
import { fieldName, wordIssue } from "./refused-fields.ts";

/** Fields of every form that are not part of its data. */
const beside = ["intent", "conflict", "confirmed", "base", "zone"];

/**
 * Reads a form by a schema of the contract: text becomes numbers, booleans and lists. Errors are worded as the API
 * words them. Buttons that add, remove or move an entry of a list arrive here too, without scripts: the submission then
 * has no status, and its reply is the form to show.
 * @throws Response 400 for a form that no page of this app has sent
 */
export function readForm<S extends z.ZodType>(
  form: FormData,
  { schema, t }: { schema: S; t: TFunction },
): Submission<z.input<S>, string[], z.output<S>> {
  const own = plainForm(form, beside);
  const formatError = (issues: z.core.$ZodIssue[]) => issues.map((issue) => wordIssue(issue, t));
  try {
    return parseWithZod(own, { schema, formatError });
  } catch (error) {
    // Conform throws at an unknown list button, and nothing else in here does.
    if (form.has("__intent__")) throw notOurs();
    throw error;
  }
}

/**
 * A refused form whose values the action read by hand, as its page shows it again.
 * @param id of the form on its page
 * @param errors by the form's field names; `labelOf` gives their labels
 * @param base the values to compare with next time, as JSON
 */
export function refusedForm(
  id: string,
  form: FormData,
  {
    errors,
    message,
    base = "",
    labelOf = () => undefined,
  }: {
    errors: Record<string, string>;
    message: string;
    base?: string;
    labelOf?: (name: string) => string | undefined;
  },
): FormReply {
  const submission = parse<Record<string, unknown>, string[]>(plainForm(form, [...beside, "__intent__"]), {
    resolve: (value) => ({ value }),
  });
  const fieldErrors = Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, [text]]));
  const at = anchorsOf(id, fieldErrors, labelOf);
  return { id, result: submission.reply({ fieldErrors }), message, conflict: null, at, base };
}

/** The refused fields of a form, by the ids that conform gives them. */
function anchorsOf(
  form: string,
  errors: Record<string, string[] | null>,
  labelOf: (name: string) => string | undefined,
): Anchor[] {
  return Object.entries(errors).flatMap(([name, texts]) => {
    const text = [labelOf(name), texts?.[0]].filter(Boolean).join(": ");
    return name && texts ? [{ id: `${form}-${name}`, text }] : [];
  });
}

type ReplyOptions = {
  /** Id of the form on its page. */
  id: string;
  form: FormData;
  t: TFunction;
  locale: string;
  zone: string;
  /** Labels of the fields, by their names. */
  labels: Record<string, string>;
  /** A field's value in words, if it is no text. */
  words?: (name: string, value: unknown) => string;
  /** A field's value as its control has it, where that is not its own form: of a time field. Undefined = its own. */
  shown?: (name: string, value: unknown) => string | undefined;
  /** Maps the API's field names to the form's, where they differ. */
  rename?: (field: string) => string;
  /** Says why the API refuses a field, where its own words say too little. */
  reword?: (field: string, reason: string) => string | undefined;
  /** The form's name for the API's `revision`. */
  revisionField?: string;
};

/**
 * A refused form, as its page shows it again: nothing typed is lost.
 * @param answer the API's refusal; null if the form itself was invalid, or a list in it was changed
 */
export function replyTo(
  submission: Submission<never, string[], unknown> | Submission<Record<string, unknown>, string[], unknown>,
  answer: Envelope<unknown> | null,
  options: ReplyOptions,
): FormReply {
  const { id, t, rename = (field) => field, reword, shown } = options;
  const unsent = answer === null && submission.status !== "error";
  const fieldErrors: Record<string, string[]> = {};
  for (const { field, reason, message } of answer ? issuesOf(answer) : []) {
    (fieldErrors[fieldName(rename(field))] ??= []).push(reword?.(field, reason) ?? message);
  }
  const conflict = answer ? shownConflict(answer, submission.payload, options) : keptConflict(options.form);
  // Beside each field that both have changed, what is saved now; the typed value stays in the field.
  for (const { name, theirs } of answer ? (conflict?.fields ?? []) : [])
    (fieldErrors[name] ??= []).push(t("admin.conflict.field", { value: theirs }));
  const marked = Object.keys(fieldErrors).length > 0;
  const result = submission.reply(answer ? { fieldErrors } : undefined);
  const base = readBase(options.form);
  const clash = answer ? conflictOf(answer) : null;
  if (clash && result.initialValue) {
    result.initialValue[options.revisionField ?? "revision"] = String(clash.revision);
    // Untouched fields take the other admin's values; only fields that both changed are left to decide.
    for (const { field, theirs } of clash.fields) {
      const name = fieldName(rename(field));
      if (!(name in base) || isTouched(submission.payload, base, name, shown)) continue;
      base[name] = typed(theirs);
      put(result.initialValue, name, shown?.(name, theirs) ?? typed(theirs));
    }
  }
  const message = unsent ? "" : !answer || marked ? t("login.checkFields") : answer.m;
  return {
    id,
    result,
    message: conflict && answer ? conflict.text : message,
    conflict,
    at: anchorsOf(id, result.error ?? {}, (name) => options.labels[name]),
    base: Object.keys(base).length > 0 ? JSON.stringify(base) : "",
  };
}

/** @returns the form's fields that differ from their values when it was opened (`base`) */
export function touchedFields(
  submission: { payload: Record<string, unknown> },
  form: FormData,
  names: readonly string[],
): string[] {
  const base = readBase(form);
  return names.filter((name) => isTouched(submission.payload, base, name));
}

function isTouched(
  payload: Record<string, unknown>,
  base: Record<string, unknown>,
  name: string,
  shown?: ReplyOptions["shown"],
): boolean {
  return typed(valueAt(payload, name)) !== (shown?.(name, base[name]) ?? base[name] ?? null);
}

/** @returns what a form began with, by its own names or by those of the call it makes */
export function readBase(form: FormData): Record<string, unknown> {
  try {
    const base: unknown = JSON.parse(String(form.get("base") ?? "{}"));
    const entries = typeof base === "object" && base !== null ? Object.entries(base) : [];
    return Object.fromEntries(entries.filter(([, value]) => isShallow(value)));
  } catch {
    // A form without `base` counts as changed everywhere.
    return {};
  }
}

/** Deeper than any field of a form, a value would overflow the stack of what writes it again. */
function isShallow(value: unknown, levels = 5): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((one) => isShallow(one, levels - 1));
}

/** A value in a form's format: a checked box is `on`, and nothing is an empty text. */
function typed(value: unknown): string {
  if (value === null || value === undefined || value === false) return "";
  return value === true ? "on" : typeof value === "string" ? value : JSON.stringify(value);
}

function put(values: Record<string, unknown>, name: string, value: string): void {
  const parts = name.split(".");
  const last = parts.pop()!;
  const inner = parts.reduce((at, part) => (at[part] ??= {}) as Record<string, unknown>, values);
  inner[last] = value;
}

/** The form is shown again because a button changed it, not because it was refused. */
export function statusOf(reply: FormReply): number {
  return reply.message === "" ? 200 : 422;
}

function shownConflict(
  answer: Envelope<unknown>,
  payload: Record<string, unknown>,
  { form, t, locale, zone, labels, words = wordsOf, rename = (field) => field, shown }: ReplyOptions,
): ShownConflict | null {
  const conflict = conflictOf(answer);
  if (!conflict) return null;
  return {
    text: whoChanged(conflict, { t, locale, zone }),
    fields: conflict.fields.flatMap(({ field, theirs }) => {
      const name = fieldName(rename(field));
      const base = readBase(form);
      if (name in base && !isTouched(payload, base, name, shown)) return [];
      return {
        name,
        label: labels[name] ?? field,
        theirs: words(name, theirs),
        yours: words(name, valueAt(payload, name)),
        value: Array.isArray(theirs) ? null : (shown?.(name, theirs) ?? typed(theirs)),
      };
    }),
  };
}

/** The admin who saved in the meantime, and when, if known. */
export function whoChanged(
  { by, at }: Conflict,
  { t, locale, zone }: { t: TFunction; locale: string; zone: string },
): string {
  if (!by) return t("admin.conflict.somebody");
  return t("admin.conflict.by", { name: by, date: at ? writers(locale, zone).at(at) : "" });
}

function valueAt(payload: Record<string, unknown>, name: string): unknown {
  return name
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], payload);
}

function wordsOf(_name: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  return typeof value === "string" ? value : JSON.stringify(value);
}

const text = z.string();
const conflictShape = z.object({
  text,
  fields: z.array(z.object({ name: text, label: text, theirs: text, yours: text, value: text.nullable() })),
});

/** The conflict that the form carries until it is resolved. */
function keptConflict(form: FormData): ShownConflict | null {
  try {
    return conflictShape.parse(JSON.parse(String(form.get("conflict") ?? "null")));
  } catch {
    return null;
  }
}
