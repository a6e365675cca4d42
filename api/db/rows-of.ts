/** The rows of a raw query: postgres.js returns them directly, PGlite returns an object that contains them. */
export function rowsOf<R>(answer: unknown): R[] {
  return (Array.isArray(answer) ? answer : (answer as { rows: unknown[] }).rows) as R[];
}
