import type { BrandSource } from "./brand-source.ts";
import type { WebOptions } from "./create-web.ts";

/** What stands behind the pages: the backend in this process, or in another one. */
export type Service = Pick<WebOptions, "backend" | "apiFetch" | "direct" | "ready"> & {
  brand: BrandSource;
  /** Names the database in the log. */
  database: "pglite" | "postgresql" | "remote";
  /** Begins what this process does besides answering requests. Called once it listens. */
  begin: (options: { url: string; signal: AbortSignal }) => Promise<void>;
  /** Takes no more work, waits for the current work up to the limit in milliseconds, and returns the rest. */
  stopWork: (limitMs: number) => Promise<unknown>;
  /** Resolves when work that began after an answer, such as a mail, is done. */
  settled: () => Promise<void>;
  close: () => Promise<void>;
};
