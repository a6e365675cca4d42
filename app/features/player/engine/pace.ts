/** Milliseconds between two requests while requests fail. */
const leastMs = 1_000;
/** The longest pause between two requests, chosen here, and by the server. Milliseconds. */
const mostMs = 15_000;
const mostAskedMs = 300_000;

/** Paces an episode's requests: without delay normally, further and further apart while they fail. */
export type Pace = {
  /** Resolves when the next request may start. Never does once `signal` has been aborted. */
  ready: (signal: AbortSignal) => Promise<void>;
  /** @param retryAfter value of the header of that name: seconds, or a date */
  failed: (retryAfter?: string | null) => void;
  /** A file is missing: the next request, for another file, follows after the shortest pause. */
  missed: () => void;
  succeeded: () => void;
  /** The user retries, or the network is back: the next request waits for the shortest pause at most. */
  hurry: () => void;
};

type Clocks = { now?: () => number; random?: () => number };

/** At most one request a second while they fail; then 2, 4, 8, 15 seconds apart, plus or minus a quarter. */
export function createPace({ now = () => performance.now(), random = Math.random }: Clocks = {}): Pace {
  let failures = 0;
  let sentAt = -Infinity;
  let ownAt = 0;
  let askedAt = 0;
  let tellChange = () => {};
  let change = new Promise<void>((resolve) => (tellChange = resolve));
  const changed = () => {
    tellChange();
    change = new Promise((resolve) => (tellChange = resolve));
  };
  const waitMs = () => Math.max(sentAt + leastMs, ownAt, askedAt) - now();
  return {
    async ready(signal) {
      for (let ms = waitMs(); failures > 0 && ms > 0; ms = waitMs()) await pause(ms, change);
      if (signal.aborted) return new Promise(() => {});
      sentAt = now();
    },
    failed(retryAfter) {
      failures += 1;
      const ms = Math.min(mostMs, leastMs * 2 ** (failures - 1)) * (0.75 + random() / 2);
      ownAt = now() + Math.max(leastMs, ms);
      askedAt = Math.max(askedAt, now() + Math.min(mostAskedMs, msOf(retryAfter)));
    },
    missed() {
      failures = Math.max(failures, 1);
      ownAt = Math.max(ownAt, now() + leastMs);
    },
    succeeded() {
      if (failures === 0) return;
      failures = ownAt = askedAt = 0;
      changed();
    },
    hurry() {
      ownAt = 0;
      changed();
    },
  };
}

/** Waits until a time has passed, or something has changed. */
function pause(ms: number, change: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void change.then(() => (clearTimeout(timer), resolve()));
  });
}

/** @returns milliseconds of a Retry-After header; 0 if it is missing or invalid */
export function msOf(retryAfter: string | null | undefined): number {
  if (!retryAfter) return 0;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now();
  return ms > 0 ? ms : 0;
}
