import type { TFunction } from "i18next";
import { issuesOf, type Envelope } from "../../../contract/envelope.ts";
import type { BadRange } from "./view.ts";

/** Words for a date range the API has refused, to show next to its fields. */
export function badRange(answer: Envelope<unknown>, t: TFunction): BadRange {
  const issues = issuesOf(answer);
  const wrong = (field: "from" | "to") => {
    const issue = issues.find((one) => one.field === field);
    if (!issue) return null;
    if (issue.reason === "too_small") return t("admin.analysis.bad.long");
    if (issue.reason !== "too_big") return t("admin.analysis.bad.date");
    return t(field === "to" ? "admin.analysis.bad.future" : "admin.analysis.bad.order");
  };
  return { from: wrong("from"), to: wrong("to") };
}
