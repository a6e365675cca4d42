import { stringify } from "csv-stringify/sync";

/**
 * Rows as CSV (RFC 4180). A cell that a spreadsheet would read as a formula (=, +, -, @, tab and the like at its
 * beginning) gets an apostrophe before it: a user's name must not run on the admin's machine.
 * @param columns names for the header line; omitted = no header, for the later parts of a file
 */
export function csvOf(rows: (string | number | boolean | null)[][], columns?: readonly string[]): string {
  const lines = columns ? [[...columns], ...rows] : rows;
  return stringify(lines, {
    escape_formulas: true,
    record_delimiter: "windows",
    cast: { boolean: (value) => (value ? "yes" : "no") },
  });
}
