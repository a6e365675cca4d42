import { deviceClasses } from "../../../contract/accounts/values.ts";
import type { TFunction } from "i18next";
import { issuesOf, type Envelope } from "../../../contract/envelope.ts";
import type { OutputOf } from "../../../contract/index.ts";
import { analysisSearch, type AnalysisQuery } from "./analysis-query.ts";
import { curveOf, retentionCurve } from "./curves.server.ts";
import { qualityOf } from "./quality.server.ts";
import { noteOf, type Presenter } from "./presenter.server.ts";
import type { AnalysisView, Bars, RetentionView, Tile } from "./view.ts";
import { episodeName } from "../../lib/episode-words.ts";
import { languageNames } from "../../lib/formats.ts";

type Days = OutputOf<"z/analysis/days">;
type Split = OutputOf<"z/analysis/split">;

export type Found = {
  days: Days;
  sources: Split;
  languages: Split;
  devices: Split;
  titles: OutputOf<"z/analysis/titles">;
};

const path = "/z/page/analysis";

/** Everything the screen shows of a range. */
export function analysisView(found: Found, query: AnalysisQuery, presenter: Presenter): AnalysisView {
  const { t } = presenter;
  const { days } = found;
  const csv = csvOf(days);
  const empty = days.totals.plays === 0;
  return {
    at: days.at && t("admin.analysis.at", { time: presenter.time(days.at), zone: presenter.zone }),
    legend: { now: presenter.range(days.range), before: days.before && presenter.range(days.before) },
    tiles: tilesOf(days, presenter),
    empty,
    charts: empty
      ? []
      : (["plays", "watchTime", "active"] as const).map((kind) => curveOf(kind, days, presenter)),
    funnel: funnelOf(days, presenter),
    splits: [
      splitOf("source", found.sources, { presenter, csv }),
      splitOf("language", found.languages, { presenter, csv }),
      splitOf("device", found.devices, { presenter, csv }),
    ],
    titles: titlesOf(found.titles, { query, presenter, csv, compared: days.before !== null }),
    quality: days.totals.measured > 0 ? qualityOf(days, presenter) : null,
    weekly: days.step === "week",
    csv: csv("days"),
  };
}

function csvOf({ range: { from, to } }: Days) {
  return (panel: string, more: Record<string, string> = {}) =>
    `${path}.csv?${new URLSearchParams({ panel, from, to, ...more })}`;
}

function tilesOf({ totals, compared }: Days, presenter: Presenter): Tile[] {
  const { t } = presenter;
  const tile = (name: "plays" | "active" | "active28" | "signUps", write = presenter.whole): Tile => ({
    name: t(`admin.analysis.figure.${name}`),
    value: write(totals[name]),
    note: noteOf(compared, (sums) => sums[name], presenter),
  });
  const watchTime: Tile = {
    name: t("admin.analysis.figure.watchTime"),
    value: presenter.span(totals.watchedS),
    note: noteOf(compared, (sums) => sums.watchedS, presenter),
  };
  return [tile("plays"), watchTime, tile("active", presenter.number), tile("active28"), tile("signUps")];
}

function funnelOf({ totals, compared }: Days, presenter: Presenter): Bars {
  const { t } = presenter;
  const rows = (["came", "joined", "vip"] as const).map((key) => ({
    key,
    name: t(`admin.analysis.funnel.${key}`),
    value:
      key === "came"
        ? presenter.whole(totals.came)
        : `${presenter.whole(totals[key])} · ${presenter.percent(totals.came > 0 ? totals[key] / totals.came : 0)}`,
    share: totals.came > 0 ? totals[key] / totals.came : 0,
    change: compared && presenter.change(compared.now[key], compared.before[key]),
  }));
  return {
    id: "funnel",
    title: t("admin.analysis.funnel.title"),
    columns: {
      name: t("admin.analysis.funnel.step"),
      value: t("admin.analysis.people"),
      change: compared ? t("admin.analysis.changed") : null,
    },
    rows: totals.came > 0 ? rows : [],
    none: t("admin.analysis.funnel.none"),
    csv: null,
  };
}

type Kind = "source" | "language" | "device";
type With = { presenter: Presenter; csv: (panel: string) => string };

function splitOf(kind: Kind, { items, total }: Split, { presenter, csv }: With): Bars {
  const { t } = presenter;
  const most = Math.max(1, ...items.map(({ count }) => count));
  const languages = languageNames(presenter.locale);
  const nameOf = (value: string): string => {
    if (kind === "language") return languages.of(value) ?? value;
    if (kind === "device") return t(`admin.analysis.device.${deviceOf(value)}`);
    return value === "" ? t("admin.analysis.rarer") : value;
  };
  return {
    id: kind,
    title: t(`admin.analysis.split.${kind}`),
    columns: {
      name: t(`admin.analysis.column.${kind}`),
      value: t(kind === "source" ? "admin.analysis.visits" : "admin.analysis.chart.plays"),
      change: items.some(({ compared }) => compared !== null) ? t("admin.analysis.changed") : null,
    },
    rows: items.slice(0, mostRows).map(({ value, count, compared }) => ({
      key: value,
      name: nameOf(value),
      own: kind === "source",
      value: `${presenter.whole(count)} · ${presenter.percent(count / Math.max(1, total))}`,
      share: count / most,
      change: compared && presenter.change(compared.now, compared.before),
    })),
    none: t(kind === "source" ? "admin.analysis.noSources" : "admin.analysis.emptyTitle"),
    csv: items.length > 0 ? csv(kind) : null,
  };
}

/** Further rows are in the file. */
const mostRows = 10;
const deviceOf = (value: string) => deviceClasses.find((one) => one === value) ?? "unknown";

function titlesOf(
  { items }: Found["titles"],
  { query, presenter, csv, compared }: With & { query: AnalysisQuery; compared: boolean },
): Bars {
  const { t } = presenter;
  const most = Math.max(1, ...items.map(({ plays }) => plays));
  return {
    id: "titles",
    title: t("admin.analysis.titles.title"),
    columns: {
      name: t("admin.analysis.titles.name"),
      value: t("admin.analysis.titles.value"),
      change: compared ? t("admin.analysis.changed") : null,
    },
    rows: items.map(({ id, title, plays, watchedS, compared: held }) => ({
      key: id,
      name: title ?? id,
      own: true,
      to: `${path}${analysisSearch(query, { title: id, episode: 1 })}#retention` as const,
      value: `${presenter.whole(plays)} · ${presenter.span(watchedS)}`,
      share: plays / most,
      change: held && presenter.change(held.now, held.before),
    })),
    none: t("admin.analysis.emptyTitle"),
    csv: items.length > 0 ? csv("titles") : null,
  };
}

/** How far plays of one movie went. */
export function retentionView(
  found: OutputOf<"z/analysis/retention">,
  { days, query, presenter }: { days: Days; query: AnalysisQuery; presenter: Presenter },
): RetentionView {
  const { id, index, episodes } = found;
  const seasons = new Set(episodes.map(({ season }) => season)).size;
  const nameOf = ({ title, ...place }: (typeof episodes)[number]) =>
    seasons > 1
      ? `${episodeName(presenter.t, place, seasons)} · ${title}`
      : `${place.number ?? place.index}. ${title}`;
  return {
    id,
    title: found.title ?? id,
    episodes:
      episodes.length < 2
        ? []
        : episodes.map((episode) => ({
            index: episode.index,
            name: `${nameOf(episode)} (${presenter.whole(episode.plays)})`,
            to: `${path}${analysisSearch(query, { episode: episode.index })}#retention`,
            here: episode.index === index,
          })),
    chart: retentionCurve(found, presenter),
    csv: csvOf(days)("retention", { id, index: String(index) }),
    close: `${path}${analysisSearch(query, { title: null })}`,
  };
}

/** The days of a range that the API has refused, by the labels of their fields, and why. */
export function badRange(answer: Envelope<unknown>, t: TFunction): { name: string; text: string }[] {
  return issuesOf(answer).flatMap(({ field, reason }) => {
    if (field !== "from" && field !== "to") return [];
    const last = field === "to" ? "future" : "order";
    const word = reason === "too_small" ? "long" : reason === "too_big" ? last : "date";
    return { name: t(`admin.list.${field}`), text: t(`admin.analysis.bad.${word}`) };
  });
}
