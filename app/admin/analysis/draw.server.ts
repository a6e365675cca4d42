import { scaleLinear } from "d3-scale";
import { area, line } from "d3-shape";
import type { Chart, Tick } from "./view.ts";

/** Size of the field a curve is drawn in; CSS stretches it. */
const width = 1000;
const height = 300;
const mostXTicks = 5;

export type Curve = {
  values: (number | null)[];
  before: (number | null)[] | null;
  /** The last value can still grow: its step is drawn separately. */
  open?: boolean;
  /** The end of the axis, if known. */
  most?: number;
  labelOf: (value: number) => string;
  /** Labels below the field, one per value. */
  xLabels: string[];
};

/** The geometry of a curve: paths, and labels by their positions in per cent. d3 stays on the server. */
export function drawCurve(
  curve: Curve,
): Pick<Chart, "line" | "area" | "lineOpen" | "lineBefore" | "xTicks" | "yTicks" | "yWidth"> {
  const { values, before, labelOf } = curve;
  const known = [...values, ...(before ?? [])].map(Number);
  const highest = curve.most ?? Math.max(0, ...known);
  const lowest = Math.min(0, ...known);
  const y = scaleLinear()
    .domain([lowest, highest > lowest ? highest : 1])
    .range([height, 0]);
  if (curve.most === undefined) y.nice(4);
  const yTicks = ticksOf(y.ticks(4), labelOf).map(({ value, label }) => ({
    at: percent(y(value), height),
    label,
  }));
  const path = lineOf(y);
  const points = pointsOf(values, values.length);
  const open = curve.open === true && values.length > 1;
  const closed = open ? points.slice(0, -1) : points;
  return {
    line: path(closed) ?? "",
    area: areaOf(y)(closed) ?? "",
    lineOpen: open ? path(points.slice(-2)) : null,
    lineBefore: before ? path(pointsOf(before, values.length)) : null,
    xTicks: xTicksOf(curve.xLabels),
    yTicks,
    yWidth: Math.max(...yTicks.map(({ label }) => [...label].length)),
  };
}

type Point = { x: number; value: number | null };

/** A single value is drawn as a level line from end to end. */
function pointsOf(values: (number | null)[], count: number): Point[] {
  const all = count === 1 ? [values[0] ?? null, values[0] ?? null] : values;
  const last = Math.max(1, count - 1);
  return all.map((value, n) => ({ x: (n / last) * width, value }));
}

type Scale = (value: number) => number;

function lineOf(y: Scale) {
  return line<Point>()
    .defined(({ value }) => value !== null)
    .x(({ x }) => x)
    .y(({ value }) => y(value!))
    .digits(1);
}

function areaOf(y: Scale) {
  return (
    area<Point>()
      .defined(({ value }) => value !== null)
      .x(({ x }) => x)
      // Down to nothing: days below it are filled upwards.
      .y0(y(0))
      .y1(({ value }) => y(value!))
      .digits(1)
  );
}

/** If rounding makes two labels equal, the first stays. */
function ticksOf(values: number[], labelOf: (value: number) => string) {
  const labels = new Set<string>();
  return values.flatMap((value) => {
    const label = labelOf(value);
    if (labels.has(label)) return [];
    labels.add(label);
    return [{ value, label }];
  });
}

/** Some of the labels, from the first one on at even distances. */
function xTicksOf(labels: string[]): Tick[] {
  const last = labels.length - 1;
  if (last <= 0) return [{ at: 50, label: labels[0] ?? "" }];
  const step = Math.ceil(last / (mostXTicks - 1));
  return labels.flatMap((label, index) => (index % step === 0 ? [{ at: percent(index, last), label }] : []));
}

function percent(part: number, whole: number): number {
  return Math.round((part / whole) * 1_000) / 10;
}
