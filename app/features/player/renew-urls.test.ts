import { expect, test } from "vitest";
import { codes } from "../../../contract/codes.ts";
import type { PlaybackStart } from "../../../contract/index.ts";
import { renewalOf } from "./renew-urls.ts";

const film = (grant: string, teaser: PlaybackStart["teaser"] = null) =>
  ({
    ...{ id: "a-film", index: 1, hls: `/media/${grant}/a-film-1/master.m3u8`, teaser },
    ...{ durationS: teaser ? 16 : 100, next: null, thumbnails: null },
    start: { init: "", media: `/media/${grant}/a-film-1/v240/`, segments: [[2, teaser ? 8 : 50]] },
  }) as unknown as PlaybackStart;
const vip = { needs: "vip", wholeS: 100 } as const;
const success = (d: PlaybackStart) => ({ c: 0, m: "", d }) as const;
const failure = ({ c }: { c: number }) => ({ c, m: "", d: null }) as never;

test("a film continues with fresh URLs", () => {
  const fresh = film("new");
  expect(renewalOf(film("old"), success(fresh))).toEqual({ kind: "fresh", playback: fresh });
});

test.each([
  ["a preview in its place", success(film("new", vip)), "vip"],
  ["a preview for who has no account", success(film("new", { ...vip, needs: "signed-in" })), "signed-in"],
  ["a refusal of who is no VIP", failure(codes.vip_required), "vip"],
  ["a refusal of who is signed out", failure(codes.sign_in_required), "signed-in"],
  ["a film that is there no more", failure(codes.not_found), null],
])("a film that runs is gone with %s", (_what, answer, needs) => {
  expect(renewalOf(film("old"), answer)).toEqual({ kind: "gone", needs });
});

test.each([
  ["no answer", undefined],
  ["a server in trouble", failure(codes.server_error)],
])("%s says nothing of a right", (_what, answer) => {
  expect(renewalOf(film("old"), answer)).toEqual({ kind: "later" });
});

test("a preview stays a preview while it runs, under the URLs of what was bought meanwhile", () => {
  const renewal = renewalOf(film("old", vip), success(film("new")));
  expect(renewal).toMatchObject({
    kind: "fresh",
    playback: { ...film("new"), durationS: 16, teaser: vip, start: { segments: [[2, 8]] } },
  });
});
