import { scaleLinear } from "d3-scale";
import { area, line } from "d3-shape";
import type { Chart, Tick } from "./view.ts";

/** Extent of the field a curve is drawn in; CSS stretches it. */
const width = 1000;
const height = 300;
const mostXTicks = 5;

export type Curve = {
  values: (number | null)[];
  before: (number | null)[] | null;
  /** The end of the axis, where it is known. */
  most?: number;
  labelOf: (value: number) => string;
  /** Labels below the field, one a value. */
  xLabels: string[];
};

/** The geometry of a curve: paths, and labels by their places in per cent. d3 stays on the server. */
export function drawCurve(
  curve: Curve,
): Pick<Chart, "line" | "area" | "lineBefore" | "xTicks" | "yTicks" | "yWidth"> {
  const { values, before, labelOf } = curve;
  const highest = curve.most ?? Math.max(0, ...values.map(Number), ...(before ?? []).map(Number));
  const y = scaleLinear()
    .domain([0, highest > 0 ? highest : 1])
    .range([height, 0]);
  if (curve.most === undefined) y.nice(4);
  const yTicks = ticksOf(y.ticks(4), labelOf).map(({ value, label }) => ({
    at: percent(y(value), height),
    label,
  }));
  const path = lineOf(y);
  const points = pointsOf(values);
  return {
    line: path(points) ?? "",
    area: areaOf(y)(points) ?? "",
    lineBefore: before ? path(pointsOf(before)) : null,
    xTicks: xTicksOf(curve.xLabels),
    yTicks,
    yWidth: Math.max(...yTicks.map(({ label }) => [...label].length)),
  };
}

type Point = { x: number; value: number | null };

/** One value alone is drawn as a level from end to end. */
function pointsOf(values: (number | null)[]): Point[] {
  const all = values.length === 1 ? [values[0]!, values[0]!] : values;
  const last = Math.max(1, all.length - 1);
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
  return area<Point>()
    .defined(({ value }) => value !== null)
    .x(({ x }) => x)
    .y0(height)
    .y1(({ value }) => y(value!))
    .digits(1);
}

/** Where rounding makes two labels alike, the first stays. */
function ticksOf(values: number[], labelOf: (value: number) => string) {
  const labels = new Set<string>();
  return values.flatMap((value) => {
    const label = labelOf(value);
    if (labels.has(label)) return [];
    labels.add(label);
    return [{ value, label }];
  });
}

/** Some of the labels at even distances, the first and the last among them. */
function xTicksOf(labels: string[]): Tick[] {
  const last = labels.length - 1;
  if (last <= 0) return [{ at: 50, label: labels[0] ?? "" }];
  const gaps = Math.min(mostXTicks - 1, last);
  return Array.from({ length: gaps + 1 }, (_, n) => {
    const index = Math.round((n * last) / gaps);
    return { at: percent(index, last), label: labels[index]! };
  });
}

function percent(part: number, whole: number): number {
  return Math.round((part / whole) * 1_000) / 10;
}
