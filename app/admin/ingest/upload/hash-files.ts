import type { Hashed, ToHash } from "./hash-file.worker.ts";

/** Hashes in a worker; `close` ends it, and what was asked for then never comes. */
export type Hasher = {
  /** @throws when the file can't be read */
  hash: (blob: Blob, by: ToHash["by"], onShare?: (share: number) => void) => Promise<string>;
  close: () => void;
};

type Asked = { onShare: (share: number) => void; resolve: (hash: string) => void; reject: () => void };

export function createHasher(): Hasher {
  const worker = new Worker(new URL("./hash-file.worker.ts", import.meta.url), { type: "module" });
  const asked = new Map<number, Asked>();
  let last = 0;
  worker.onerror = () => {
    for (const one of asked.values()) one.reject();
    asked.clear();
  };
  worker.onmessage = ({ data }: MessageEvent<Hashed>) => {
    const one = asked.get(data.id);
    if (!one) return;
    if ("share" in data) return one.onShare(data.share);
    asked.delete(data.id);
    if ("hash" in data) one.resolve(data.hash);
    else one.reject();
  };
  return {
    hash: (blob, by, onShare = () => {}) =>
      new Promise((resolve, reject) => {
        const id = (last += 1);
        asked.set(id, { onShare, resolve, reject: () => reject(new Error("unreadable")) });
        worker.postMessage({ id, blob, by } satisfies ToHash);
      }),
    close: () => worker.terminate(),
  };
}
