import { describe, expect, it } from "vitest";
import type { PlayerFact } from "../player-store.ts";
import { factsOf } from "./receiver-facts.ts";
import type { ReceiverState } from "./sender.ts";

const at: ReceiverState = {
  item: "open-sky/1",
  phase: "playing",
  positionS: 60,
  durationS: 600,
  volume: 0.5,
  muted: false,
  subtitles: null,
};

describe("factsOf", () => {
  it.each([
    ["nothing new", {}, {}, []],
    ["a second on", {}, { positionS: 61 }, [{ type: "time", positionS: 61 }]],
    ["a seek ahead", {}, { positionS: 200 }, [{ type: "seeked", positionS: 200 }]],
    ["a seek back", {}, { positionS: 3 }, [{ type: "seeked", positionS: 3 }]],
    [
      "a seek while it stands",
      { phase: "paused" },
      { phase: "paused", positionS: 61 },
      [{ type: "seeked", positionS: 61 }],
    ],
    ["a pause", {}, { phase: "paused" }, [{ type: "pause", positionS: 60 }]],
    ["a load", { phase: "idle" }, { phase: "loading", positionS: 0 }, [{ type: "play" }]],
    ["a stall", {}, { phase: "loading" }, [{ type: "waiting" }]],
    ["the first picture", { phase: "loading" }, {}, [{ type: "playing", positionS: 60 }]],
    [
      "a first picture that stands",
      { phase: "loading" },
      { phase: "paused" },
      [
        { type: "playing", positionS: 60 },
        { type: "pause", positionS: 60 },
      ],
    ],
    ["the end", {}, { phase: "ended", positionS: 0 }, [{ type: "ended", positionS: 600 }]],
    ["a stop by somebody else", {}, { phase: "idle", positionS: 0 }, [{ type: "pause", positionS: 60 }]],
    ["a failure, with the position it falls back to", {}, { phase: "failed", positionS: 0 }, []],
    ["the idle receiver's zero", { phase: "idle" }, { phase: "idle", positionS: 0 }, []],
    ["a length", { durationS: 0 }, {}, [{ type: "duration", durationS: 600 }]],
    ["no length yet", {}, { durationS: 0 }, []],
    ["a remote control's volume", {}, { volume: 0.8 }, [{ type: "reading", values: { volume: 0.8 } }]],
    ["silence", {}, { muted: true }, [{ type: "reading", values: { muted: true } }]],
    ["subtitles", {}, { subtitles: "de" }, [{ type: "reading", values: { subtitles: "de" } }]],
  ] as [string, Partial<ReceiverState>, Partial<ReceiverState>, PlayerFact[]][])(
    "%s",
    (_what, before, after, facts) => {
      expect(factsOf({ ...at, ...before }, { ...at, ...after })).toEqual(facts);
    },
  );
});
