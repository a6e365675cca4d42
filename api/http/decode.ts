import { z } from "zod";
import { ownReason, ruleOf } from "../../contract/field-rule.ts";
import type { FieldReason } from "../../contract/index.ts";
import { Failure, type RefusedField } from "../domain/kernel/failure.ts";

/** Enough for every call of the API; uploads use another route. */
const maxBodyBytes = 64 * 1024;
const maxQueryLength = 4096;
/** Nested lists and objects in a payload: more than twice the depth of any call. */
const mostLevels = 16;
/** Largest number of issues in an answer, so that the answer is not larger than a bad payload. */
const mostIssues = 50;
const longestField = 200;
/** Names with a special meaning for JavaScript objects are never fields. */
const poisoned = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Reads a GET's query by a call's schema: numbers and booleans arrive as text, and each field may appear once.
 * @throws Failure invalid with the refused fields
 */
export function decodeQuery<I extends z.ZodObject>(schema: I, search: string): z.output<I> {
  if (search.length > maxQueryLength) throw refuse([{ field: "", reason: "too_long" }]);
  const issues: RefusedField[] = [];
  const fields = new Map<string, unknown>();
  for (const pair of search.replace(/^\?/, "").split("&")) {
    if (pair === "") continue;
    const [rawName, ...rest] = pair.split("=");
    const name = decodePart(rawName!);
    const value = decodePart(rest.join("="));
    if (name === null || value === null) throw refuse([{ field: name ?? "", reason: "malformed" }]);
    if (poisoned.has(name)) issues.push({ field: name, reason: "unknown" });
    else if (fields.has(name)) issues.push({ field: name, reason: "repeated" });
    else fields.set(name, fromText(schema.shape[name], value));
  }
  if (issues.length > 0) throw refuse(issues);
  return validate(schema, Object.fromEntries(fields));
}

/**
 * Reads a POST's body: at most 64 KiB of well-formed UTF-8 that is one JSON object. When a member appears twice the
 * last one counts, as usual in JavaScript.
 * @throws Failure invalid with the refused fields
 */
export async function decodeBody<I extends z.ZodObject>(schema: I, request: Request): Promise<z.output<I>> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) throw refuse([{ field: "", reason: "type" }]);
  return decodeText(schema, await readText(request));
}

/**
 * Reads the text of a body, as `decodeBody` does.
 * @throws Failure invalid with the refused fields
 */
export function decodeText<I extends z.ZodObject>(schema: I, text: string): z.output<I> {
  if (Buffer.byteLength(text) > maxBodyBytes) throw refuse([{ field: "", reason: "too_long" }]);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw refuse([{ field: "", reason: "malformed" }]);
  }
  return validate(schema, body);
}

async function readText(request: Request): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let bytes = 0;
  if (Number(request.headers.get("Content-Length") ?? 0) > maxBodyBytes)
    throw refuse([{ field: "", reason: "too_long" }]);
  try {
    for await (const chunk of request.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > maxBodyBytes) throw refuse([{ field: "", reason: "too_long" }]);
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw refuse([{ field: "", reason: "malformed" }]);
  }
}

function validate<I extends z.ZodObject>(schema: I, value: unknown): z.output<I> {
  const bad = hostileText(value, "");
  if (bad) throw refuse([bad]);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refuse(parsed.error.issues.slice(0, mostIssues).flatMap((issue) => fieldsOf(issue, value)));
}

function refuse(issues: RefusedField[]): Failure {
  const said = issues.slice(0, mostIssues);
  return new Failure(
    "invalid",
    said.map((issue) => ({ ...issue, field: issue.field.slice(0, longestField) })),
  );
}

/** NUL cannot be stored, half a surrogate pair is not text, and a poisoned name is never a field. */
function hostileText(value: unknown, path: string, level = 0): RefusedField | null {
  if (typeof value === "string") {
    return value.includes("\u0000") || !value.isWellFormed() ? { field: path, reason: "characters" } : null;
  }
  if (typeof value !== "object" || value === null) return null;
  if (level === mostLevels) return { field: path, reason: "malformed" };
  for (const [key, inner] of Object.entries(value)) {
    const at = path === "" ? key : `${path}.${key}`;
    if (poisoned.has(key)) return { field: at, reason: "unknown" };
    const bad = hostileText(key, at) ?? hostileText(inner, at, level + 1);
    if (bad) return bad;
  }
  return null;
}

function decodePart(raw: string): string | null {
  try {
    return decodeURIComponent(raw.replaceAll("+", " "));
  } catch {
    return null;
  }
}

/** Converts text to the type of its field; other text stays as it is, and the schema reports the error. */
function fromText(field: unknown, text: string): unknown {
  let type = field;
  while (type instanceof z.ZodOptional || type instanceof z.ZodDefault || type instanceof z.ZodNullable)
    type = type.unwrap();
  if (type instanceof z.ZodNumber && /^-?\d{1,15}(\.\d{1,6})?$/.test(text)) return Number(text);
  if (type instanceof z.ZodBoolean && (text === "true" || text === "false")) return text === "true";
  return text;
}

function fieldsOf(issue: z.core.$ZodIssue, value: unknown): RefusedField[] {
  const field = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys
      .slice(0, 20)
      .map((key) => ({ field: field ? `${field}.${key}` : key, reason: "unknown" as const }));
  }
  return [{ field, reason: reasonOf(issue, value), rule: ruleOf(issue) }];
}

function reasonOf(issue: z.core.$ZodIssue, value: unknown): FieldReason {
  switch (issue.code) {
    case "invalid_type":
      return isMissing(issue.path, value) ? "required" : "type";
    case "too_small":
      return issue.origin === "string" ? (issue.minimum === 1 ? "required" : "too_short") : "too_small";
    case "too_big":
      return issue.origin === "string" ? "too_long" : "too_big";
    case "invalid_value":
      return isMissing(issue.path, value) ? "required" : "choice";
    case "invalid_union":
      return "choice";
    default:
      return ownReason(issue) ?? "format";
  }
}

function isMissing(path: PropertyKey[], value: unknown): boolean {
  return (
    path.reduce<unknown>(
      (inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key],
      value,
    ) === undefined
  );
}
