import type { SourceFact } from "./facts.ts";
import { failureOf, faultOf } from "./faults.ts";
import { createPace, type Pace } from "./pace.ts";
import { createTrouble } from "./trouble.ts";

/** Shared by all requests of an episode: their pace, and the reports of their failures. */
export type Line = {
  pace: Pace;
  /** A segment has arrived. */
  over: (stream?: string) => void;
  /** The user retries. */
  again: () => void;
  /** @param status HTTP status of a failed request; 0 = no answer */
  met: (status: number, stream?: string) => void;
  close: () => void;
};

export type LineOptions = {
  media: HTMLVideoElement;
  tell: (fact: SourceFact) => void;
  /** The server refuses the URLs. */
  needFresh: () => void;
};

/** Watches the network, too: offline, no failure is reported, and going online ends every pause. */
export function openLine({ media, tell, needFresh }: LineOptions): Line {
  const pace = createPace();
  const trouble = createTrouble({ media, tell });
  const leave = new AbortController();
  let away = false;
  const lost = () => {
    if (!away) tell({ type: "offline" });
    away = true;
  };
  const found = () => {
    if (away) tell({ type: "online" });
    away = false;
  };
  const back = () => {
    found();
    pace.hurry();
  };
  addEventListener("offline", lost, { signal: leave.signal });
  addEventListener("online", back, { signal: leave.signal });
  return {
    pace,
    met(status, stream) {
      const fault = faultOf(status);
      if (fault === "refused") needFresh();
      if (fault === "network" && !navigator.onLine) lost();
      trouble.met(failureOf(fault), stream);
    },
    over(stream) {
      if (navigator.onLine) found();
      if (trouble.over(stream)) pace.succeeded();
    },
    again() {
      trouble.again();
      pace.hurry();
    },
    close() {
      leave.abort();
      trouble.stop();
    },
  };
}
