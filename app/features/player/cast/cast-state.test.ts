import { describe, expect, it } from "vitest";
import {
  castSurroundings,
  firstCastState,
  nextCastState,
  whyNoCast,
  type CastFact,
  type CastState,
} from "./cast-state.ts";

const ready = firstCastState;
const refused = { ...ready, problem: "noDevice" } as const;
const loading: CastState = { phase: "loading", device: null, problem: null };
const choosing: CastState = { phase: "choosing", device: null, problem: null };
const connected: CastState = { phase: "connected", device: "Living room", problem: null };
const failing = { ...connected, problem: "refused" } as const;

describe("nextCastState", () => {
  it.each([
    ["a tap", refused, { type: "loading" }, loading],
    ["the code is there", loading, { type: "choosing" }, choosing],
    ["a blocker", loading, { type: "failed", problem: "blocked" }, { ...ready, problem: "blocked" }],
    ["a closed list", choosing, { type: "cancelled" }, ready],
    ["a list closed after a screen was joined", connected, { type: "cancelled" }, connected],
    ["no screen", choosing, { type: "failed", problem: "noDevice" }, refused],
    ["a chosen screen", choosing, { type: "connected", device: "Living room" }, connected],
    [
      "a screen that is joined again while loading",
      loading,
      { type: "connected", device: "Living room" },
      connected,
    ],
    ["a choice after a screen was joined", connected, { type: "choosing" }, connected],
    ["a screen that can't play it", connected, { type: "failed", problem: "refused" }, failing],
    ["its end, which leaves the reason", failing, { type: "ended" }, { ...ready, problem: "refused" }],
    ["an end", connected, { type: "ended" }, ready],
    ["an end of nothing", choosing, { type: "ended" }, choosing],
    ["a reason that was read", refused, { type: "seen" }, ready],
    ["a reason that was read while it plays", failing, { type: "seen" }, connected],
    ["nothing to read", connected, { type: "seen" }, connected],
  ] as [string, CastState, CastFact, CastState][])("%s", (_what, state, fact, after) => {
    expect(nextCastState(state, fact)).toEqual(after);
  });
});

describe("whether a page can cast", () => {
  const agents = {
    chrome:
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36",
    edge: "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0",
    firefox: "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0",
    safari: "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
    chromeOnAnIphone:
      "Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/150.0 Mobile Safari/604.1",
  };
  it.each([
    ["chrome", true, null],
    ["edge", true, null],
    ["chrome", false, "insecure"],
    ["firefox", true, "browser"],
    ["safari", true, "browser"],
    ["chromeOnAnIphone", true, "browser"],
    ["firefox", false, "browser"],
  ] as const)("%s, secure: %s", (agent, isSecureContext, why) => {
    const page = { navigator: { userAgent: agents[agent] }, isSecureContext } as Window;
    expect(whyNoCast(castSurroundings(page))).toBe(why);
  });
});
