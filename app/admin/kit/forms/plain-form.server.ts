import { z } from "zod";

/** Largest number of fields, with room: a series' episode with all its chapters needs a third of it. */
const mostFields = 2_000;
const longestName = 200;
const mostLevels = 8;
const longestList = 1_000;

const isName = (name: string) =>
  name.length <= longestName && name.split(/[.[]/).length <= mostLevels && !/\[\d{4,}\]/.test(name);

const place = z.int().min(0).max(longestList).optional();
/** A list button's request, as conform writes it. */
const intentShape = z.object({
  type: z.enum(["insert", "remove", "reorder", "update", "reset", "validate"]),
  payload: z.object({
    name: z.string().refine(isName).optional(),
    index: place,
    from: place,
    to: place,
    value: z.string().optional(),
    defaultValue: z.record(z.string(), z.string()).optional(),
  }),
});
/** Names of conform's own fields; the app never sends the second one. */
const [intentField, stateField] = ["__intent__", "__state__"];

/**
 * A form that conform can read safely. Conform trusts field names to place values in lists and objects: `a[999999999]`
 * alone would create a list of a billion.
 * @param leftOut names of fields that are not part of the form's data
 * @throws Response 400 for a form that no page of this app has sent
 */
export function plainForm(form: FormData, leftOut: readonly string[]): FormData {
  const plain = new FormData();
  let fields = 0;
  for (const [name, value] of form) {
    if (leftOut.includes(name) || name === stateField) continue;
    if (++fields > mostFields || !isName(name)) throw notOurs();
    if (name === intentField) plain.set(name, intentOf(value));
    // Browsers send line breaks as two characters; the stored text has one.
    else plain.append(name, typeof value === "string" ? value.replaceAll("\r\n", "\n") : value);
  }
  return plain;
}

function intentOf(value: FormDataEntryValue): string {
  try {
    return JSON.stringify(intentShape.parse(JSON.parse(String(value))));
  } catch {
    throw notOurs();
  }
}

/** @returns the answer to an invalid form that no page of this app has sent */
export const notOurs = () => new Response(null, { status: 400 });
