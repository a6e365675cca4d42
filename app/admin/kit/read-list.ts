import { codes } from "../../../contract/codes.ts";
import { issuesOf, type Envelope } from "../../../contract/envelope.ts";

export type ReadList<Q, D> = {
  answer: Envelope<D>;
  /** The query that was asked with. */
  query: Q;
  /** Fields of the given query that were refused, and left out. */
  leftOut: string[];
};

/**
 * Asks for a list by the query of an address. Fields that are refused, such as those of an old link, are left out and
 * the rest is asked for again, so that the page shows the list and not an error.
 */
export async function readList<Q extends object, D>(
  query: Q,
  ask: (query: Q) => Promise<Envelope<D>>,
): Promise<ReadList<Q, D>> {
  const answer = await ask(query);
  const refused = new Set(issuesOf(answer).map(({ field }) => field.split(".")[0]!));
  const leftOut = Object.keys(query).filter((name) => refused.has(name));
  if (answer.c !== codes.invalid.c || leftOut.length === 0) return { answer, query, leftOut: [] };
  const rest = Object.fromEntries(Object.entries(query).filter(([name]) => !refused.has(name))) as Q;
  return { answer: await ask(rest), query: rest, leftOut };
}
