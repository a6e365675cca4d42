import type { InputOf } from "../../../../contract/index.ts";
import { jobKinds, jobStates } from "../../../../contract/ingest/values.ts";
import { readFilters } from "../../kit/list-url.ts";

export type JobQuery = Omit<InputOf<"z/job/list">, "limit">;

/** Reads the list query from a URL; a kind or a state that does not exist counts as not given. */
export function readJobQuery(search: URLSearchParams): JobQuery {
  const { kind, state, ...rest } = readFilters(search, ["kind", "state", "movie", "cursor"]);
  const ofKind = jobKinds.find((one) => one === kind);
  const inState = jobStates.find((one) => one === state);
  return { ...rest, ...(ofKind && { kind: ofKind }), ...(inState && { state: inState }) };
}
