import { parse, useForm, type DefaultValue } from "@conform-to/react";
import type { Outcome } from "../outcome.ts";

/**
 * A form of the admin area. The server alone validates it, by the contract's schema, so that no schema is in the
 * browser; with scripts its lists change here, without them on the server.
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
  /**
   * Initial values of the fields, by name or as the call has them: with them only what the form changes is saved. Sent
   * as `base`.
   */
  base?: Record<string, unknown>;
}) {
  const reply = outcome?.form?.id === id ? outcome.form : undefined;
  const [form, fields] = useForm<T>({
    id,
    lastResult: reply?.result,
    defaultValue,
    defaultNoValidate: false,
    onValidate: ({ formData }) => parse(formData, { resolve: (value) => ({ value: value as T }) }),
  });
  // A refused form keeps the revision it was sent with. Any other form takes the page's revision: it resets when its
  // own subject changes, and not when something else does.
  const revision = reply?.result.initialValue?.revision as string | undefined;
  return {
    form,
    fields,
    revision,
    conflict: reply?.conflict ?? null,
    base: reply?.base || JSON.stringify(base),
  };
}
