type Connection = { effectiveType?: string; downlink?: number; rtt?: number; saveData?: boolean };

/** What the browser's own interfaces report; null = no report. Bytes, milliseconds, Mbit/s. */
export type BrowserState = {
  latencyMs: number | null;
  online: boolean;
  connection: string | null;
  downlinkMbps: number | null;
  saveData: boolean | null;
  usedBytes: number | null;
  quotaBytes: number | null;
  persisted: boolean | null;
  localStorage: boolean;
  cookies: boolean;
  /** State of this page's service worker; "none" without one. */
  worker: string | null;
  controlled: boolean;
};

const pings = 5;

/**
 * Reads the browser's state.
 * @param ping one small call of the API; its duration gives the latency
 */
export async function readBrowserState(ping: () => Promise<unknown>): Promise<BrowserState> {
  const { connection } = navigator as { connection?: Connection };
  const storage = await navigator.storage?.estimate?.().catch(() => null);
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  return {
    latencyMs: await median(pings, ping),
    online: navigator.onLine,
    connection: connection?.effectiveType ?? null,
    downlinkMbps: connection?.downlink ?? null,
    saveData: connection?.saveData ?? null,
    usedBytes: storage?.usage ?? null,
    quotaBytes: storage?.quota ?? null,
    persisted: (await navigator.storage?.persisted?.().catch(() => null)) ?? null,
    localStorage: hasLocalStorage(),
    cookies: navigator.cookieEnabled,
    worker: "serviceWorker" in navigator ? (workerOf(registration)?.state ?? "none") : null,
    controlled: Boolean(navigator.serviceWorker?.controller),
  };
}

async function median(times: number, work: () => Promise<unknown>): Promise<number | null> {
  const taken: number[] = [];
  for (let time = 0; time < times; time++) {
    const began = performance.now();
    await work();
    taken.push(performance.now() - began);
  }
  return Math.round(taken.sort((a, b) => a - b)[Math.floor(times / 2)]!);
}

function workerOf(registration: ServiceWorkerRegistration | undefined): ServiceWorker | null {
  return registration?.active ?? registration?.waiting ?? registration?.installing ?? null;
}

function hasLocalStorage(): boolean {
  try {
    localStorage.setItem("diagnostics", "1");
    localStorage.removeItem("diagnostics");
    return true;
  } catch {
    return false;
  }
}
