import { escapeXml } from "../../../lib/xml.ts";

/** The parts of a JSON schema that the document shows. */
export type Schema = {
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};

/** Nothing of the contract is deeper; a schema that refers to itself would be. */
const deepest = 8;

/** The fields of an object as a list, those of its own fields within. @param required the word for a field that must be sent */
export function outlineOf(schema: Schema, required: string, level = 0): string {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0 || level > deepest) return "";
  const lines = fields.map(([name, field]) => {
    const must = schema.required?.includes(name) ? ` <i>${escapeXml(required)}</i>` : "";
    const inner = objectsIn(field).map((one) => outlineOf(one, required, level + 1));
    return `<li><code>${escapeXml(name)}</code> <span>${escapeXml(typeOf(field))}</span>${must}${inner.join("")}</li>`;
  });
  return `<ul>${lines.join("")}</ul>`;
}

/** The objects that a field is, holds a list of, or may be one of. */
function objectsIn(schema: Schema): Schema[] {
  if (schema.properties) return [schema];
  if (schema.items) return objectsIn(schema.items);
  return alternativesOf(schema).flatMap(objectsIn);
}

const alternativesOf = ({ anyOf, oneOf, allOf }: Schema) => anyOf ?? oneOf ?? allOf ?? [];

/** A type in words: `string (uuid)`, `integer 1–100`, `"draft" | "published"`, `list of object`. */
export function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) return [...new Set(alternatives.map(typeOf))].join(" | ");
  const name = [schema.type ?? "any"].flat().join(" | ");
  if (name === "array") return `list of ${schema.items ? typeOf(schema.items) : "any"}${rangeOf(schema)}`;
  if (name === "object" && typeof schema.additionalProperties === "object")
    return `object of ${typeOf(schema.additionalProperties)}`;
  return `${name}${schema.format ? ` (${schema.format})` : ""}${rangeOf(schema)}`;
}

function rangeOf(schema: Schema): string {
  const least = schema.minimum ?? schema.minLength ?? schema.minItems;
  const most = schema.maximum ?? schema.maxLength ?? schema.maxItems;
  // Bounds of JavaScript's numbers are no rule of a field.
  const shown = (bound: number | undefined) =>
    bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? "" : String(bound);
  const [from, to] = [shown(least), shown(most)];
  return from || to ? ` ${from}–${to}` : "";
}
