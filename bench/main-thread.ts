/** The parts of an event of Chromium's trace that are read here; times in microseconds. */
export type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  /** Of the thread's processor time, which does not count while another thread has the processor. */
  tdur?: number;
  args?: { data?: { documentLoaderURL?: string } };
};

const slowedDown = 4;
const longTaskMs = 50;
const seconds = 5;

/**
 * How long the main thread of a phone at a quarter of this processor would be blocked from the first paint to five
 * seconds after the start of the navigation: of each task what exceeds 50 ms, as Lighthouse counts it, but by the
 * thread's processor time. On few cores most of a task's time by the clock can be a wait for other threads of the
 * browser, which draw in software here.
 * @param url of the visited page
 * @returns milliseconds; NaN where the trace has no first paint of it
 */
export function blockingProcessorMs(events: readonly TraceEvent[], url: string): number {
  const start = events.findLast(
    ({ name, args }) => name === "navigationStart" && args?.data?.documentLoaderURL === url,
  );
  if (!start) return NaN;
  const own = events.filter(({ pid, tid, ts }) => pid === start.pid && tid === start.tid && ts >= start.ts);
  const paint = own.find(({ name }) => name === "firstContentfulPaint");
  if (!paint) return NaN;
  const end = start.ts + seconds * 1_000_000;
  const tasks = own.filter(
    ({ name, ph, ts }) => ph === "X" && /RunTask$/.test(name) && ts >= paint.ts && ts < end,
  );
  return tasks.reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1_000) * slowedDown - longTaskMs), 0);
}
