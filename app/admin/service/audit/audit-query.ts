import type { InputOf } from "../../../../contract/index.ts";
import { readFilters } from "../../kit/list-url.ts";

export type AuditQuery = Partial<
  Record<"actor" | "action" | "kind" | "target" | "of" | "from" | "to" | "cursor", string>
>;

export function readAuditQuery(search: URLSearchParams): AuditQuery {
  return readFilters(search, ["actor", "action", "kind", "target", "of", "from", "to", "cursor"]);
}

/** The form's values as the call takes them: days are UTC days, and the last one is part of the range. */
export function auditInput({ from, to, ...rest }: AuditQuery): InputOf<"z/audit/list"> {
  const day = (date: string, days: number) => {
    const at = Date.parse(`${date}T00:00:00Z`);
    return Number.isNaN(at) ? date : new Date(at + days * 86_400_000).toISOString();
  };
  return {
    ...(rest as InputOf<"z/audit/list">),
    ...(from && { from: day(from, 0) }),
    ...(to && { to: day(to, 1) }),
  };
}
