import { z } from "zod";

/** What the largest form has, with room: a series' episode with all its chapters is a third of it. */
const mostFields = 2_000;
const longestName = 200;
const mostLevels = 8;
const longestList = 1_000;

const isName = (name: string) =>
  name.length <= longestName && name.split(/[.[]/).length <= mostLevels && !/\[\d{4,}\]/.test(name);

const place = z.int().min(0).max(longestList).optional();
/** What a button of a list asks for, as conform writes it. */
const intentShape = z.object({
  type: z.enum(["insert", "remove", "reorder", "update", "reset", "validate"]),
  payload: z.object({
    name: z.string().refine(isName).optional(),
    ...{ index: place, from: place, to: place },
    value: z.string().optional(),
    defaultValue: z.record(z.string(), z.string()).optional(),
  }),
});
/** What conform calls its own fields; what it would keep in the second is never sent from here. */
const [intentField, stateField] = ["__intent__", "__state__"];

/**
 * A form as conform may read it. The name of a field says where in lists and objects its value belongs, and is believed:
 * `a[999999999]` alone would be a list of a billion.
 * @param leftOut names of fields that are not of what the form is about
 * @throws Response 400 for a form no page of ours has sent
 */
export function plainForm(form: FormData, leftOut: readonly string[]): FormData {
  const plain = new FormData();
  let fields = 0;
  for (const [name, value] of form) {
    if (leftOut.includes(name) || name === stateField) continue;
    if (++fields > mostFields || !isName(name)) throw notOurs();
    if (name === intentField) plain.set(name, intentOf(value));
    // Browsers send line breaks as two characters; what is kept has one.
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

/** @returns the answer to a form that was made by hand, and not well */
export const notOurs = () => new Response(null, { status: 400 });
