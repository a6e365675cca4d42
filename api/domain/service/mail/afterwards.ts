/** Work that starts after its call has been answered: no caller waits for it, and its duration reveals nothing. */
export type Afterwards = {
  run: (work: () => Promise<void>) => void;
  /** Resolves when no such work is running. */
  settled: () => Promise<void>;
};

export function createAfterwards({ onError }: { onError: (error: unknown) => void }): Afterwards {
  const underWay = new Set<Promise<void>>();
  return {
    run(work) {
      const done = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch(onError)
        .finally(() => underWay.delete(done));
      underWay.add(done);
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
