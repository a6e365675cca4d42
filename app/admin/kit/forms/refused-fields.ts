import type { FieldReason } from "../../../../contract/envelope.ts";

/** As much of a zod issue as tells why a field was refused. */
type Issue = { code?: string; origin?: string; minimum?: unknown; message: string };

/** @returns the reason under which the language packs word it, as the API does for the same payload */
export function reasonOf(issue: Issue): FieldReason {
  switch (issue.code) {
    case "invalid_type":
      // The schema's own words are the one place that says whether there was anything.
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
      return "format";
  }
}

/** A dotted path of the API as a form names its fields: `values.mediaOrigins.0` is `values.mediaOrigins[0]`. */
export function fieldName(path: string): string {
  return path.replace(/\.(\d+)(?=\.|$)/g, "[$1]");
}
