import { expect, test } from "vitest";
import { blockingProcessorMs, type TraceEvent } from "./main-thread.ts";

const url = "http://127.0.0.1:1/";
const event = (name: string, ms: number, fields: Partial<TraceEvent> = {}): TraceEvent => ({
  name,
  ph: "X",
  pid: 1,
  tid: 1,
  ts: 1_000_000 + ms * 1_000,
  ...fields,
});
const navigation = (ms: number, to: string) =>
  event("navigationStart", ms, { ph: "R", args: { data: { documentLoaderURL: to } } });
const task = (ms: number, processorMs: number, fields?: Partial<TraceEvent>) =>
  event("ThreadControllerImpl::RunTask", ms, { tdur: processorMs * 1_000, ...fields });

test("counts what the tasks of the page's own thread exceed 50 ms at a quarter of the processor", () => {
  const events = [
    navigation(0, "about:blank"),
    navigation(10, url),
    task(20, 40),
    event("firstContentfulPaint", 100, { ph: "R" }),
    task(110, 20),
    task(200, 12.5),
    task(300, 15),
    task(310, 90, { tid: 2 }),
    task(320, 90, { pid: 2 }),
    event("FunctionCall", 330, { tdur: 90_000 }),
    task(5_011, 90),
  ];
  expect(blockingProcessorMs(events, url)).toBe(30 + 10);
});

test("says nothing of a page that was not painted", () => {
  expect(blockingProcessorMs([navigation(0, url), task(1, 90)], url)).toBeNaN();
  expect(blockingProcessorMs([event("firstContentfulPaint", 1)], url)).toBeNaN();
});
