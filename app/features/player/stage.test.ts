import { expect, test, vi } from "vitest";
import { codes } from "../../../contract/codes.ts";
import type { PlaybackStart } from "../../../contract/index.ts";
import { stageOf } from "./stage.ts";

const search = new URLSearchParams();
const film = { master: "#EXTM3U", teaser: null } as PlaybackStart;
const teaser = { master: "#EXTM3U", teaser: { needs: "vip", wholeS: 100 } } as PlaybackStart;
const keptCopy = (playback: PlaybackStart) => ({ playback, licence: "a-licence" });
const unwrap = vi.fn((answer: { d: unknown }) => answer.d as PlaybackStart);
const asked = { level: "vip" as const, unwrap, search, keptCopy: () => null };

test.each([
  [codes.vip_required, { kind: "paywall", needs: "vip" }],
  [codes.sign_in_required, { kind: "paywall", needs: "signed-in" }],
  [codes.not_ready, { kind: "preparing" }],
])("%o has a stage of its own, and is no error", ({ c }, stage) => {
  expect(stageOf({ c, m: "", d: null } as never, asked)).toEqual(stage);
  expect(unwrap).not.toHaveBeenCalled();
});

test("a film of a higher tier names it", () => {
  const answer = { c: codes.vip_required.c, m: "", d: null } as never;
  expect(stageOf(answer, { ...asked, level: "vip-2" })).toEqual({ kind: "paywall", needs: "vip-2" });
});

test("a copy plays in the film's place, but not in a preview's", () => {
  const given = (d: PlaybackStart) => stageOf({ c: 0, m: "", d }, { ...asked, keptCopy });
  expect(given(film)).toMatchObject({ kind: "kept", licence: "a-licence" });
  expect(given(teaser)).toEqual({ kind: "player", playback: teaser });
});

test.each([
  ["20", 20],
  ["0", 0],
  ["100", 7],
  ["1e1", 7],
  ["-3", 7],
  [" 20", 7],
  ["99999999999", 7],
])("an address with ?t=%s begins at %s", (t, positionS) => {
  const d = { ...film, positionS: 7, durationS: 100 } as PlaybackStart;
  const given = stageOf({ c: 0, m: "", d }, { ...asked, search: new URLSearchParams({ t }) });
  expect(given).toMatchObject({ kind: "player", playback: { positionS } });
});

test("a film whose files are missing is said to be, but plays where there is a copy of it", () => {
  const lost = { ...film, master: "" };
  expect(stageOf({ c: 0, m: "", d: lost }, asked)).toEqual({ kind: "missing" });
  expect(stageOf({ c: 0, m: "", d: lost }, { ...asked, keptCopy })).toMatchObject({ kind: "kept" });
});
