import { stringify } from "csv-stringify/sync";

/**
 * Rows as CSV (RFC 4180). What a table program would take for a formula (=, +, -, @, tab and the like at its beginning)
 * gets an apostrophe before it: a name somebody chose must not run on the admin's machine.
 * @param columns the names of the first line; left out = no such line, for what follows a first part
 */
export function csvOf(rows: (string | number | boolean | null)[][], columns?: readonly string[]): string {
  const lines = columns ? [[...columns], ...rows] : rows;
  return stringify(lines, {
    escape_formulas: true,
    record_delimiter: "windows",
    cast: { boolean: (value) => (value ? "yes" : "no") },
  });
}
