import { parse, useForm, type DefaultValue } from "@conform-to/react";
import type { Outcome } from "../outcome.ts";

/**
 * A form of the admin area. What is typed is judged by the server alone, by the contract's schema, so that no schema
 * is in the browser; lists in it grow and shrink here with scripts, and by the server without.
 */
export function useEditForm<T extends Record<string, unknown>>({
  id,
  outcome,
  defaultValue,
  base = {},
}: {
  id: string;
  outcome: Outcome | undefined;
  defaultValue: DefaultValue<T>;
  /** Fields as they begin, by name: what the server needs to tell what was changed here. Sent as `base`. */
  base?: Record<string, string>;
}) {
  const reply = outcome?.form?.id === id ? outcome.form : undefined;
  const [form, fields] = useForm<T>({
    id,
    lastResult: reply?.result,
    defaultValue,
    defaultNoValidate: false,
    onValidate: ({ formData }) => parse(formData, { resolve: (value) => ({ value: value as T }) }),
  });
  // A form that was refused is of the revision it was sent with. Any other is of what the page now shows: it begins anew
  // when what it is about has changed, and not when something else has.
  const revision = reply?.result.initialValue?.revision as string | undefined;
  return {
    form,
    fields,
    revision,
    conflict: reply?.conflict ?? null,
    base: reply?.base || JSON.stringify(base),
  };
}
