export type Rhythm = {
  /** Milliseconds until the first run, and from the end of one run to the start of the next. */
  firstMs: number;
  everyMs: number;
  signal: AbortSignal;
  onError: (error: unknown) => void;
};

/**
 * Repeats work at intervals, never two runs at once, until `signal` ends it. A failed run is reported, and the work
 * runs again at its next time. Keeps no process alive.
 */
export function repeat(work: () => Promise<unknown>, { firstMs, everyMs, signal, onError }: Rhythm): void {
  let timer: NodeJS.Timeout | undefined;
  const after = (ms: number) => {
    if (!signal.aborted) timer = setTimeout(() => void once(), ms).unref();
  };
  const once = async () => {
    await work().catch(onError);
    after(everyMs);
  };
  signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  after(firstMs);
}
