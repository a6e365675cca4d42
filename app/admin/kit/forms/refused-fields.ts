import type { FieldReason } from "../../../../contract/envelope.ts";

/** The parts of a zod issue that tell why a field was refused. */
type Issue = { code?: string; origin?: string; minimum?: unknown; message: string };

/** @returns the key of the reason in the language packs, as the API chooses it for the same payload */
export function reasonOf(issue: Issue): FieldReason {
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
      return "format";
  }
}

/** Converts a dotted path of the API to a form's field name: `values.mediaOrigins.0` is `values.mediaOrigins[0]`. */
export function fieldName(path: string): string {
  return path.replace(/\.(\d+)(?=\.|$)/g, "[$1]");
}
