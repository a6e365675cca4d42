export type FetcherFacts = {
  state: "idle" | "loading" | "submitting";
  /** The last answer; each answer is a new object. */
  data: unknown;
};

export type Settling = ReturnType<typeof createSettling>;

/**
 * Tells when a fetcher's write has ended. React may show a whole write in one commit, in which the fetcher is idle
 * before and after: an answer is therefore recognised as another object than the one before, and only a write that got
 * no answer by the fetcher having been busy.
 */
export function createSettling() {
  let waiting: { before: unknown; seenBusy: boolean; end: () => void } | null = null;
  const leave = () => {
    waiting?.end();
    waiting = null;
  };
  return {
    /** @param data the fetcher's answer before the write */
    begin: (data: unknown) =>
      new Promise<void>((end) => {
        leave();
        waiting = { before: data, seenBusy: false, end };
      }),
    /** Takes what a commit shows of the fetcher. */
    see({ state, data }: FetcherFacts) {
      if (!waiting) return;
      if (state !== "idle") waiting.seenBusy = true;
      else if (waiting.seenBusy || data !== waiting.before) leave();
    },
    /** Nothing is waited for any longer. */
    leave,
  };
}
