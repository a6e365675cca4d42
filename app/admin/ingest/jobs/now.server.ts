import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { readList } from "../../kit/read-list.ts";
import { readJobQuery } from "./job-query.ts";

const pageLength = 50;

/** The current page of the list. */
export async function jobsNow({ api, unwrap }: AdminServer, search: URLSearchParams) {
  const { answer, query, leftOut } = await readList(readJobQuery(search), (given) =>
    api.get("z/job/list", { ...given, limit: pageLength }),
  );
  return { at: Date.now(), query, leftOut, ...unwrap(answer) };
}
