/** Work that recurs. Any number of processes may offer it; see createBackgroundTasks. */
export type BackgroundTask = {
  name: string;
  run: () => Promise<unknown>;
  /** Milliseconds from the start of a process to the first run, and from the end of a run to the next. */
  firstMs: number;
  everyMs: number;
};
