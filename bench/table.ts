import { meets, type BenchRow, type PartResult, type Target } from "./result.ts";

/** One part as stored in bench/results. */
export type KeptPart = PartResult & {
  title: string;
  /** When it was measured, ISO 8601. */
  at: string;
  quick: boolean;
  /** The one-minute load average before the part: above the number of cores, other work was running too. */
  load: number;
};

/** A file of bench/results. */
export type Report = {
  node: string;
  cpu: string;
  cores: number;
  parts: Record<string, KeptPart>;
};

type Line = [part: string, figure: string, value: string, target: string, verdict: string];

/** The figures as a table for a terminal. */
export function plainTable(report: Report): string {
  const lines: Line[] = [["part", "figure", "value", "target", ""], ...linesOf(report)];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map(([part, figure, value, target, verdict]) =>
      [
        part.padEnd(widths[0]!),
        figure.padEnd(widths[1]!),
        value.padStart(widths[2]!),
        target.padEnd(widths[3]!),
        verdict,
      ]
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** The figures as a table for docs/benchmarks.md, with a line about the machine. */
export function markdownTable(report: Report): string {
  const parts = Object.values(report.parts);
  const days = [...new Set(parts.map(({ at }) => at.slice(0, 10)))].sort().join(", ");
  const quick = parts.some((part) => part.quick)
    ? " Some parts were run with `--quick`: these figures are rough."
    : "";
  const busiest = Math.max(0, ...parts.map(({ load }) => load));
  return [
    `${days} · Node ${report.node} · ${report.cores} cores of ${report.cpu} · load average before a part at most ${busiest.toFixed(1)}.${quick}`,
    "",
    "| part | figure | value | target | met |",
    "|---|---|---:|---|---|",
    ...linesOf(report).map((line) => `| ${line.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`),
  ].join("\n");
}

/** Findings of the parts besides figures. */
export function findingsText(report: Report): string {
  return Object.entries(report.parts)
    .filter(([, { findings }]) => findings.length > 0)
    .map(([name, { findings }]) => [`${name}:`, ...findings.map((finding) => `  ${finding}`)].join("\n"))
    .join("\n");
}

function linesOf(report: Report): Line[] {
  return Object.entries(report.parts).flatMap(([part, { rows, ratios, checks }]) => [
    ...[...rows, ...ratios].map((row): Line => [
      part,
      row.name,
      figureOf(row),
      targetOf(row.target),
      verdictOf(meets(row)),
    ]),
    ...checkLines(part, checks),
  ]);
}

/** All passing checks share one line; each failing one has its own. */
function checkLines(part: string, checks: Record<string, boolean>): Line[] {
  const all = Object.entries(checks);
  if (all.length === 0) return [];
  const failed = all.filter(([, holds]) => !holds);
  return [
    [
      part,
      "checks that hold",
      `${all.length - failed.length} of ${all.length}`,
      "all",
      verdictOf(failed.length === 0),
    ],
    ...failed.map(([name]): Line => [part, `check: ${name}`, "no", "yes", verdictOf(false)]),
  ];
}

function figureOf({ value, unit }: BenchRow): string {
  return Number.isFinite(value) ? `${value.toLocaleString("en")} ${unit}`.trim() : "none";
}

function targetOf(target: Target | undefined): string {
  if (!target) return "";
  return "atMost" in target ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`;
}

function verdictOf(met: boolean | null): string {
  return met === null ? "" : met ? "yes" : "NO";
}
