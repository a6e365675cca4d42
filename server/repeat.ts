export type Rhythm = {
  /** Until the first time, and from the end of one to the beginning of the next. Milliseconds. */
  firstMs: number;
  everyMs: number;
  signal: AbortSignal;
  onError: (error: unknown) => void;
};

/**
 * Does work now and then, never twice at once, until `signal` ends it. Work that fails is told and tried again at its
 * next time. Keeps no process alive.
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
