import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { readJobQuery } from "./job-query.ts";

const pageLength = 50;

/** The current page of the list. */
export async function jobsNow({ api, unwrap }: AdminServer, search: URLSearchParams) {
  const query = readJobQuery(search);
  const list = unwrap(await api.get("z/job/list", { ...query, limit: pageLength }));
  return { at: Date.now(), query, ...list };
}
