import type { TFunction } from "i18next";
import type { z } from "zod";
import type { FieldReason } from "../../../../contract/envelope.ts";
import { ownReason, ruleOf } from "../../../../contract/field-rule.ts";

/** @returns why a field was refused, in words: the rule it broke, where that is known */
export function wordIssue(issue: z.core.$ZodIssue, t: TFunction): string {
  const rule = ruleOf(issue);
  return rule ? t(`rule.${rule.name}`, { bound: rule.bound }) : t(`errors.field.${reasonOf(issue)}`);
}

/** The parts of a zod issue that tell why a field was refused. */
type Issue = {
  code?: string | undefined;
  origin?: string;
  minimum?: unknown;
  message: string;
  params?: Record<string, unknown> | undefined;
};

/** @returns the key of the reason in the language packs, as the API chooses it for the same payload */
function reasonOf(issue: Issue): FieldReason {
  switch (issue.code) {
    case "invalid_type":
      // Only the schema's own message tells whether a value was given.
      return issue.message.endsWith("received undefined") ? "required" : "type";
    case "invalid_value":
    case "invalid_union":
      return "choice";
    case "too_small":
      if (issue.origin !== "string") return "too_small";
      return issue.minimum === 1 ? "required" : "too_short";
    case "too_big":
      return issue.origin === "string" ? "too_long" : "too_big";
    case "unrecognized_keys":
      return "unknown";
    default:
      return ownReason(issue) ?? "format";
  }
}

/** Converts a dotted path of the API to a form's field name: `values.mediaOrigins.0` is `values.mediaOrigins[0]`. */
export function fieldName(path: string): string {
  return path.replace(/\.(\d+)(?=\.|$)/g, "[$1]");
}
