/** The rows of a raw query: postgres.js answers with them, PGlite with an object that holds them. */
export function rowsOf<R>(answer: unknown): R[] {
  return (Array.isArray(answer) ? answer : (answer as { rows: unknown[] }).rows) as R[];
}
