/** What the screen shows, in words and figures of the reader's language: worked out on the server, drawn anywhere. */

export type Tick = { /** Per cent of the axis, from the left or the top. */ at: number; label: string };

/** A curve in a field of 1,000 × 300, which is stretched to its place. */
export type Chart = {
  id: string;
  title: string;
  /** What the figures are, and of how long. */
  unit: string;
  /** The curve in a sentence. */
  summary: string;
  line: string;
  area: string;
  /** The last step, where the day is not over. */
  lineOpen: string | null;
  /** The curve it is held against. */
  lineBefore: string | null;
  xTicks: Tick[];
  yTicks: Tick[];
  /** Letters of the longest label beside the field. */
  yWidth: number;
  /** Names of the columns of the table behind it, and its rows. */
  columns: string[];
  rows: string[][];
};

/** A figure with what it was before. */
export type Tile = { name: string; value: string; note: string | null; red?: boolean };

/** Values with bars: a table one can see. */
export type Bars = {
  id: string;
  title: string;
  columns: { name: string; value: string; change: string | null };
  rows: {
    key: string;
    name: string;
    /** Chosen by people, in whatever script. */
    own?: boolean;
    to?: string;
    value: string;
    /** Of the longest bar, 0 to 1. */
    share: number;
    change: string | null;
  }[];
  /** Where there are no rows. */
  none: string;
  csv: string | null;
};

export type AnalysisView = {
  /** When it was summed up; null = never. */
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

/** A range that can't be looked at, and why, by field. */
export type BadRange = { from: string | null; to: string | null };
