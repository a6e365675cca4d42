import type { InputOf } from "../../../contract/index.ts";

/** The writes that work offline. */
export type Write =
  | {
      call: "progress/save";
      /** `at`: when it was watched, in ISO 8601; set for a position that waits. */
      input: {
        id: string;
        index: number;
        positionS: number;
        durationS: number;
        at?: string;
        settled?: boolean;
      };
    }
  /** `at`: when it happened, in ISO 8601; set for a report that waits. */
  | { call: "playback/quality"; input: InputOf<"playback/quality"> }
  | { call: "favourite/add"; input: { id: string } }
  | { call: "favourite/remove"; input: { id: string } }
  | { call: "vote/save"; input: { id: string; liked: boolean | null } };

/** A write that waits for the network. One per subject: a later one replaces the earlier one (`merge`). */
export type Entry = Write & {
  /** Key of its subject. */
  key: string;
  /** Token of the session that made it. It is sent for that session or not at all. */
  token: string;
};

/** @returns the entry for a write of a session */
export function entryOf(token: string, write: Write): Entry {
  if (write.call === "playback/quality") return { ...write, token, key: `quality ${write.input.sitting}` };
  if (write.call === "vote/save") return { ...write, token, key: `vote ${write.input.id}` };
  if (write.call !== "progress/save") return { ...write, token, key: `favourite ${write.input.id}` };
  return { ...write, token, key: `progress ${write.input.id} ${write.input.index}` };
}

/** Whether a position is valid: a player that is being closed reports all sorts of numbers. */
export function isPlace({ positionS, durationS }: { positionS: number; durationS: number }): boolean {
  return Number.isFinite(durationS) && durationS > 0 && positionS >= 0 && positionS <= durationS;
}

/**
 * The write left to send after two about the same subject: the furthest position of an episode, the last state of a
 * favourite and of a vote.
 * @param waiting the existing entry, of any session; another session's is replaced
 */
export function merge(waiting: Entry | undefined, latest: Entry): Entry {
  if (!waiting || waiting.token !== latest.token) return latest;
  if (waiting.call !== "progress/save" || latest.call !== "progress/save") return latest;
  return waiting.input.positionS > latest.input.positionS ? waiting : latest;
}
