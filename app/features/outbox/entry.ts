import type { InputOf } from "../../../contract/index.ts";

/** What can be written without a network. */
export type Write =
  | {
      call: "progress/save";
      /** `at`: when it was watched, in ISO 8601; said of a place that waits. */
      input: { id: string; index: number; positionS: number; durationS: number; at?: string };
    }
  /** `at`: when it was so, in ISO 8601; said of a report that waits. */
  | { call: "playback/quality"; input: InputOf<"playback/quality"> }
  | { call: "favourite/add"; input: { id: string } }
  | { call: "favourite/remove"; input: { id: string } };

/** A write that waits for the network. One for each thing: a later one takes the earlier one's place (`merge`). */
export type Entry = Write & {
  /** What it is about; the same thing has the same key. */
  key: string;
  /** Of the session that made it. It is sent for that session or not at all. */
  token: string;
};

/** @returns the entry for a write of a session */
export function entryOf(token: string, write: Write): Entry {
  if (write.call === "playback/quality") return { ...write, token, key: `quality ${write.input.sitting}` };
  if (write.call !== "progress/save") return { ...write, token, key: `favourite ${write.input.id}` };
  return { ...write, token, key: `progress ${write.input.id} ${write.input.index}` };
}

/** Whether a place can be one: a player that is going away reports all sorts of numbers. */
export function isPlace({ positionS, durationS }: { positionS: number; durationS: number }): boolean {
  return Number.isFinite(durationS) && durationS > 0 && positionS >= 0 && positionS <= durationS;
}

/**
 * What is left to send when a thing was written twice: the furthest place of an episode, the last word on a favourite.
 * @param waiting the entry that is there, of any session; another session's gives way
 */
export function merge(waiting: Entry | undefined, latest: Entry): Entry {
  if (!waiting || waiting.token !== latest.token) return latest;
  if (waiting.call !== "progress/save" || latest.call !== "progress/save") return latest;
  return waiting.input.positionS > latest.input.positionS ? waiting : latest;
}
