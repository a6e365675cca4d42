import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { playbackQuality } from "../../../api/db/schema.ts";
import { eventDays } from "../../../api/domain/analysis/roll-up.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { payloads } from "../../setup/payloads.ts";

let backend: TestBackend;
let number = 0;
const now = new Date("2027-06-01T12:00:00Z");

beforeAll(async () => {
  backend = await startTestBackend();
  await addMovie(backend.db, { id: "serial", episodes: 2 });
  await addMovie(backend.db, { id: "hidden", status: "draft" });
});
afterAll(() => backend.close());
beforeEach(async () => {
  backend.clock.set(now);
  await backend.db.delete(playbackQuality);
});

const about = (more: object = {}) => ({
  ...payloads["playback/quality"],
  ...{ id: "serial", index: 1, sitting: `sitting-of-tests-${(number += 1)}` },
  ...more,
});
const report = (body: object, call = {}) => backend.post("playback/quality", body, call);
const kept = () => backend.db.select().from(playbackQuality);

test("is stored without a session, with the time the sitting began and without a user", async () => {
  expect(await report(about({ ageS: 90, stalls: 3 }))).toMatchObject({ c: 0, d: {} });
  const [row] = await kept();
  expect(row).toMatchObject({ movieId: "serial", index: 1, stalls: 3, player: "hls", bitrate: 400_000 });
  expect(row?.startedAt).toEqual(new Date("2027-06-01T11:58:30Z"));
  const { token, uid } = await backend.person();
  await report(about(), { token, address: "203.0.113.77" });
  const all = JSON.stringify(await kept());
  for (const personal of [uid, "203.0.113", token]) expect(all).not.toContain(personal);
});

describe("one sitting", () => {
  const stalls = async (...reports: object[]) => {
    const first = about();
    for (const more of reports) expect((await report({ ...first, ...more })).c).toBe(0);
    return (await kept()).map((row) => row.stalls);
  };
  test.each([
    [
      "a later report takes the place of an earlier one",
      [
        { report: 1, stalls: 1 },
        { report: 2, stalls: 4 },
      ],
      [4],
    ],
    [
      "one that was held up does not",
      [
        { report: 2, stalls: 4 },
        { report: 1, stalls: 1 },
      ],
      [4],
    ],
    [
      "one sent twice is one",
      [
        { report: 1, stalls: 1 },
        { report: 1, stalls: 1 },
      ],
      [1],
    ],
    [
      "another film's report changes nothing",
      [
        { report: 1, stalls: 1 },
        { report: 2, index: 2, stalls: 9 },
      ],
      [1],
    ],
  ])("%s", async (_what, reports, expected) => expect(await stalls(...reports)).toEqual(expected));

  test("began when its first report says", async () => {
    const first = about({ ageS: 60 });
    await report(first);
    backend.clock.set(new Date(now.getTime() + 60_000));
    await report({ ...first, report: 2, ageS: 119 });
    expect((await kept())[0]?.startedAt).toEqual(new Date("2027-06-01T11:59:00Z"));
  });
});

test.each([
  ["an episode there is none of", { index: 9 }, 404],
  ["a title there is none of", { id: "nothing" }, 404],
  ["a title that is not published", { id: "hidden" }, 404],
  ["a negative count", { stalls: -1 }, 422],
  ["a count beyond belief", { stalls: 1e9 }, 422],
  ["half a stall", { stalls: 0.5 }, 422],
  ["an unknown failure", { errors: { weather: 1 } }, 422],
  ["an unknown player", { player: "flash" }, 422],
  ["a name that could be a person's", { sitting: "ada@example.test" }, 422],
  ["a field too many", { uid: "ada" }, 422],
  ["megabytes", { sitting: "x".repeat(100_000) }, 422],
])("%s is refused", async (_what, wrong, c) => {
  expect(await report(about(wrong))).toMatchObject({ c });
  expect(await kept()).toEqual([]);
});

test("a body that does not say it is JSON is refused, as a form of another site's would be", async () => {
  const body = JSON.stringify(about());
  const headers = { "Content-Type": "text/plain" };
  expect((await backend.fetch("/api/playback/quality", { method: "POST", headers, body })).status).toBe(422);
});

test("is swept away after its time", async () => {
  await report(about());
  const later = (days: number) => backend.clock.set(new Date(now.getTime() + days * 86_400_000));
  later(eventDays - 1);
  await report(about());
  await backend.rollUp();
  expect(await kept()).toHaveLength(2);
  later(eventDays + 1);
  await report(about());
  await backend.rollUp();
  expect(await kept()).toHaveLength(2);
});

test("an address that floods is asked to wait, and others are not", async () => {
  const flood = { address: "203.0.113.5" };
  const wrong = about({ id: "nothing" });
  let refused = 0;
  for (let n = 0; n < 620; n++) refused += (await report(wrong, flood)).c === 429 ? 1 : 0;
  expect(refused).toBe(20);
  expect((await report(about())).c).toBe(0);
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
