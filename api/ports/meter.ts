import type { faultKinds } from "../../contract/playback/values.ts";

/** Something that happened and is counted. Labels have few values, of which none comes from a caller. */
export type Counted =
  | { what: "mail"; result: "sent" | "failed" }
  | { what: "push"; result: "sent" | "gone" | "later" | "lost" }
  /** An attempt to pay that came to its end, or a question that its provider did not answer. */
  | { what: "payment"; method: string; result: "paid" | "failed" | "expired" | "away" }
  | { what: "webhook"; result: "recorded" | "refused" | "failed" }
  /** A try to send a message to an endpoint of other software. */
  | { what: "webhook-sent"; result: "delivered" | "failed" }
  | { what: "bucket-error"; code: "storage_away" | "storage_refused" }
  | { what: "task"; task: string; result: "done" | "failed"; seconds: number }
  | { what: "encoding"; result: "done" | "retried" | "failed"; seconds: number }
  | { what: "playback-start"; seconds: number }
  | { what: "playback-error"; kind: (typeof faultKinds)[number]; times: number }
  /** A request refused because the process has too much to do. */
  | { what: "shed"; area: string };

export type Count = (event: Counted) => void;

/** What is read when the metrics are asked for. */
export type Readings = {
  /** By queue. `oldestS`: how long the job that waits longest has waited, in seconds. */
  queues: { queue: string; waiting: number; running: number; failed: number; oldestS: number }[];
  /** Free bytes of the folder with the data. */
  diskBytes: number;
  /** Connections of this process to PostgreSQL, and statements that wait for one; null = embedded. */
  pool: { most: number; used: number; waiting: number } | null;
  /** Places of viewers that wait to be written. */
  places: number;
};
