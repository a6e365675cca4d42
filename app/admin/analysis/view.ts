/**
 * What the screen shows, in words and figures of the reader's language: the server computes it, and either side can
 * draw it.
 */

export type Tick = { /** Per cent of the axis, from the left or the top. */ at: number; label: string };

/** A curve in a field of 1,000 × 300, which CSS stretches. */
export type Chart = {
  id: string;
  title: string;
  /** What the figures measure, and over which time. */
  unit: string;
  /** The curve in a sentence. */
  summary: string;
  line: string;
  area: string;
  /** The last step, if the day is not over. */
  lineOpen: string | null;
  /** The curve it is compared with. */
  lineBefore: string | null;
  xTicks: Tick[];
  yTicks: Tick[];
  /** Length of the longest label next to the field, in letters. */
  yWidth: number;
  /** Column names and rows of the table behind it. */
  columns: string[];
  rows: string[][];
};

/** A figure with its earlier value. */
export type Tile = { name: string; value: string; note: string | null; red?: boolean };

/** Values with bars: a table drawn as a chart. */
export type Bars = {
  id: string;
  title: string;
  columns: { name: string; value: string; change: string | null };
  rows: {
    key: string;
    name: string;
    /** Names that users chose, in any script. */
    own?: boolean;
    to?: `/${string}`;
    value: string;
    /** Share of the longest bar, 0 to 1. */
    share: number;
    change: string | null;
  }[];
  /** The text for a table without rows. */
  none: string;
  csv: string | null;
};

export type AnalysisView = {
  /** Time of the last summary; null = never. */
  at: string | null;
  legend: { now: string; before: string | null };
  tiles: Tile[];
  /** Nothing was watched in these days. */
  empty: boolean;
  charts: Chart[];
  funnel: Bars;
  splits: Bars[];
  titles: Bars;
  quality: { tiles: Tile[]; chart: Chart; errors: Bars } | null;
  weekly: boolean;
  csv: string;
};

/** Money and memberships over a range of days. */
export type RevenueView = { tiles: Tile[]; charts: Chart[]; methods: Bars };

export type RetentionView = {
  title: string;
  id: string;
  episodes: { index: number; name: string; to: string; here: boolean }[];
  chart: Chart | null;
  csv: string;
  close: string;
};
