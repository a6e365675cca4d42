import { comparisons, type Comparison } from "../../../contract/analysis/values.ts";
import { readFilters } from "../kit/list-url.ts";

/** Ranges one click away, in days. */
export const presets = [7, 28, 90, 365] as const;
const usual = 28;

const names = ["days", "from", "to", "compare", "title", "episode"] as const;
export type AnalysisQuery = {
  /** The chosen preset; null if the address gives the days themselves. */
  days: number | null;
  from: string;
  to: string;
  compare: Comparison;
  /** Id of the movie whose plays are shown in detail. */
  title: string | null;
  episode: number;
};

/**
 * Reads the query from the address. Dates are passed on unchanged: the API reports what is wrong with them.
 * @param today the last possible day, `YYYY-MM-DD`
 */
export function readAnalysisQuery(search: URLSearchParams, today: string): AnalysisQuery {
  const found = readFilters(search, names);
  const given = found.from !== undefined || found.to !== undefined;
  const days = given ? null : (presets.find((preset) => String(preset) === found.days) ?? usual);
  const to = given ? (found.to ?? today) : today;
  return {
    days,
    to,
    from: days === null ? (found.from ?? to) : dayBefore(today, days - 1),
    compare: comparisons.find((one) => one === found.compare) ?? "previous",
    title: found.title ?? null,
    episode: episodeLooks.test(found.episode ?? "") ? Number(found.episode) : 1,
  };
}

/** The same query for the usual days: of those in the address the API has refused one. */
export function inUsualDays(query: AnalysisQuery, today: string): AnalysisQuery {
  return { ...query, days: usual, to: today, from: dayBefore(today, usual - 1) };
}

/** The names in an address whose values mean nothing here, so that the usual ones are shown. */
export function unknownIn(search: URLSearchParams): string[] {
  const { days, compare, episode } = readFilters(search, names);
  return [
    ...(days !== undefined && !presets.some((preset) => String(preset) === days) ? ["days"] : []),
    ...(compare !== undefined && !comparisons.some((one) => one === compare) ? ["compare"] : []),
    ...(episode !== undefined && !episodeLooks.test(episode) ? ["episode"] : []),
  ];
}

const episodeLooks = /^[1-9]\d{0,3}$/;

/** @returns the query of the same view with some values changed; default values are left out */
export function analysisSearch(query: AnalysisQuery, changes: Partial<AnalysisQuery> = {}): string {
  const { days, from, to, compare, title, episode } = { ...query, ...changes };
  const search = new URLSearchParams();
  if (days === null) {
    search.set("from", from);
    search.set("to", to);
  } else if (days !== usual) search.set("days", String(days));
  if (compare !== "previous") search.set("compare", compare);
  if (title) search.set("title", title);
  if (title && episode > 1) search.set("episode", String(episode));
  return search.size > 0 ? `?${search}` : "";
}

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}
