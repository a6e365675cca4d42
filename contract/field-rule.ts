import { fieldReasons, type FieldReason } from "./envelope.ts";

/** The rule that a refused value broke, where words can name it: `rule.<name>` in the packs. */
export type FieldRule = { name: "least" | "most" | "longer" | "shorter" | "fewer" | "email"; bound: string };

/** The parts of a zod issue that tell its rule. */
type Issue = {
  code?: string | undefined;
  origin?: string;
  format?: string;
  minimum?: unknown;
  maximum?: unknown;
  inclusive?: boolean;
};

/** @returns the rule for the message of an issue; null where its reason says enough */
export function ruleOf(issue: Issue): FieldRule | null {
  const { code, origin = "", format, minimum, maximum, inclusive } = issue;
  if (code === "invalid_format" && format === "email") return { name: "email", bound: "" };
  if (inclusive === false) return null;
  const number = origin === "number" || origin === "int";
  if (code === "too_small" && number) return { name: "least", bound: String(minimum) };
  if (code === "too_small" && origin === "string" && minimum !== 1)
    return { name: "longer", bound: String(minimum) };
  // Beyond safe integers the bound is JavaScript's own, and no rule of the field.
  if (code !== "too_big" || Number(maximum) >= Number.MAX_SAFE_INTEGER) return null;
  if (number) return { name: "most", bound: String(maximum) };
  if (origin === "string") return { name: "shorter", bound: String(maximum) };
  return origin === "array" ? { name: "fewer", bound: String(maximum) } : null;
}

/** The reason that a schema's own check gives (`params.reason`); null for any other issue. */
export function ownReason(issue: {
  code?: string | undefined;
  params?: Record<string, unknown> | undefined;
}) {
  const given = issue.code === "custom" ? issue.params?.reason : undefined;
  return fieldReasons.find((reason): reason is FieldReason => reason === given) ?? null;
}
