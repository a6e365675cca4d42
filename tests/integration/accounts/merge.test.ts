import { afterAll, beforeAll, expect, test } from "vitest";
import { makeGuest, makeMember, signIn } from "../../setup/account.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  for (const id of ["a", "b", "c"]) await addMovie(backend.db, { id });
});
afterAll(() => backend.close());

/** Seconds watched, by title; minutes after noon at which that was. */
type Watched = { id: string; positionS: number; minute: number }[];
type Kept = { watched?: Watched; list?: string[]; paused?: boolean };

async function keep(token: string, { watched = [], list = [], paused }: Kept) {
  for (const { id, positionS, minute } of watched) {
    backend.clock.set(new Date(Date.UTC(2027, 0, 1, 12, minute)));
    await backend.post("progress/save", { id, index: 1, positionS, durationS: 100 }, { token });
  }
  for (const id of list) await backend.post("favourite/add", { id }, { token });
  if (paused) await backend.post("profile/recording", { paused }, { token });
}

async function held(token: string) {
  const { d: progress } = await backend.get("progress/list", "", { token });
  const { d: list } = await backend.get("favourite/list", "?sort=title", { token });
  return {
    watched: Object.fromEntries(
      progress.items.map((item: { movie: { id: string }; positionS: number }) => [
        item.movie.id,
        item.positionS,
      ]),
    ),
    list: list.items.map(({ id }: { id: string }) => id),
  };
}

const cases: { what: string; guest: Kept; member: Kept; then: { watched: object; list: string[] } }[] = [
  { what: "nothing on either side", guest: {}, member: {}, then: { watched: {}, list: [] } },
  {
    what: "all of it the guest's",
    guest: { watched: [{ id: "a", positionS: 40, minute: 1 }], list: ["a", "b"] },
    member: {},
    then: { watched: { a: 40 }, list: ["a", "b"] },
  },
  {
    what: "all of it the member's",
    guest: {},
    member: { watched: [{ id: "a", positionS: 40, minute: 1 }], list: ["c"] },
    then: { watched: { a: 40 }, list: ["c"] },
  },
  {
    what: "the guest further, and later",
    guest: { watched: [{ id: "a", positionS: 80, minute: 2 }], list: ["a"] },
    member: { watched: [{ id: "a", positionS: 20, minute: 1 }], list: ["a", "b"] },
    then: { watched: { a: 80 }, list: ["a", "b"] },
  },
  {
    what: "the guest later, but not so far",
    guest: { watched: [{ id: "a", positionS: 20, minute: 2 }] },
    member: { watched: [{ id: "a", positionS: 80, minute: 1 }] },
    then: { watched: { a: 80 }, list: [] },
  },
  {
    what: "the guest further, but earlier",
    guest: { watched: [{ id: "a", positionS: 80, minute: 1 }] },
    member: { watched: [{ id: "a", positionS: 20, minute: 2 }] },
    then: { watched: { a: 80 }, list: [] },
  },
  {
    what: "titles of both",
    guest: { watched: [{ id: "a", positionS: 10, minute: 1 }], list: ["b"] },
    member: { watched: [{ id: "b", positionS: 20, minute: 2 }], list: ["c"] },
    then: { watched: { a: 10, b: 20 }, list: ["b", "c"] },
  },
  {
    what: "a member who has paused the history",
    guest: { watched: [{ id: "a", positionS: 10, minute: 1 }], list: ["b"] },
    member: { paused: true },
    then: { watched: {}, list: ["b"] },
  },
];

test.each(cases)(
  "$what: nothing is lost, also where the form is sent twice at once",
  async ({ what, ...test }) => {
    const email = `${what.replace(/\W+/g, "-")}@example.test`;
    const member = await makeMember(backend, email);
    const guest = await makeGuest(backend);
    await keep(member.token, test.member);
    await keep(guest.token, test.guest);
    const enter = () => signIn(backend, { email, token: guest.token });
    const [first, second] = await Promise.all([enter(), enter()]);
    expect(await held(first.d.token)).toEqual(test.then);
    await enter();
    expect(await held(second.d.token)).toEqual(test.then);
  },
);

test("what the member takes off afterwards does not come back with the guest's next sign-in", async () => {
  const email = "again@example.test";
  await makeMember(backend, email);
  const guest = await makeGuest(backend);
  await keep(guest.token, { watched: [{ id: "a", positionS: 40, minute: 1 }], list: ["a"] });
  const { token } = (await signIn(backend, { email, token: guest.token })).d;
  await backend.post("progress/clear", {}, { token });
  await backend.post("favourite/remove", { ids: ["a"] }, { token });
  await signIn(backend, { email, token: guest.token });
  expect(await held(token)).toEqual({ watched: {}, list: [] });
});

test("a guest who joins keeps uid, list and places; two forms at once make one account", async () => {
  const guest = await makeGuest(backend);
  await keep(guest.token, { watched: [{ id: "a", positionS: 40, minute: 1 }], list: ["b"] });
  const join = () => makeMember(backend, "joins@example.test", guest.token);
  const [one, other] = await Promise.all([join(), join()]);
  expect([one.uid, other.uid]).toEqual([guest.uid, guest.uid]);
  // Whichever answer the browser keeps, it is signed in.
  for (const { token } of [one, other]) expect((await backend.post("login/token", { token })).c).toBe(0);
  const { token } = (await signIn(backend, { email: "joins@example.test" })).d;
  expect(await held(token)).toEqual({ watched: { a: 40 }, list: ["b"] });
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
