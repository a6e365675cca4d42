import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeGuest, makeMember, signIn } from "../../setup/account.ts";
import { startTestBackend, type Answer, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { sendPicture } from "../../setup/picture.ts";

/** Everything one person has that has a name, and the calls that take such a name. */
type Person = { email: string; token: string; device: string; receipt: string; picture: string };

let backend: TestBackend;
let mia: Person;
let vincent: Person;

beforeAll(async () => {
  backend = await startTestBackend();
  for (const id of ["night-train", "slow-boat"]) await addMovie(backend.db, { id });
  mia = await settle("mia@example.test", 10);
  vincent = await settle("vincent@example.test", 20);
});
afterAll(() => backend.close());

async function settle(email: string, red: number): Promise<Person> {
  const { token } = await makeMember(backend, email);
  await signIn(backend, { email });
  const devices = (await backend.get("device/list", "", { token })).d.items as {
    id: string;
    current: boolean;
  }[];
  const picture = await sendPicture(backend, { token, red });
  const written = await write(token, { text: `A word of ${email}`, screenshot: picture });
  expect(written.c).toBe(0);
  await backend.post("favourite/add", { id: "night-train" }, { token });
  await backend.post(
    "progress/save",
    { id: "slow-boat", index: 1, positionS: red, durationS: 100 },
    { token },
  );
  return {
    email,
    token,
    device: devices.find(({ current }) => !current)!.id,
    receipt: written.d.receipt,
    picture,
  };
}

const write = (token: string, { text, screenshot }: { text: string; screenshot: string }) =>
  backend.post(
    "feedback/create",
    { key: crypto.randomUUID(), category: "idea", text, screenshot },
    { token },
  );

const notFound = { status: 404, c: 404, d: null };
const refusedPicture = { status: 422, d: { issues: [{ reason: "format" }] } };

/** Each call that names a user's thing: with one's own it works, with another's it answers as if there were none. */
const swaps: [string, (who: Person, whose: Person) => Promise<Answer>, object][] = [
  ["device/end", (who, { device }) => backend.post("device/end", { id: device }, who), notFound],
  [
    "feedback/detail",
    (who, { receipt }) => backend.get("feedback/detail", `?receipt=${receipt}`, who),
    notFound,
  ],
  [
    "profile/avatar",
    (who, { picture }) => backend.post("profile/avatar", { key: picture }, who),
    refusedPicture,
  ],
  [
    "feedback/create",
    (who, { picture }) => write(who.token, { text: "Look at this", screenshot: picture }),
    refusedPicture,
  ],
];

describe("two accounts that swap their ids", () => {
  test.each(swaps)("%s: nothing of the other's", async (_name, call, expected) => {
    expect(await call(mia, vincent)).toMatchObject(expected);
    expect(await call(vincent, mia)).toMatchObject(expected);
  });

  test.each(swaps.toReversed())("%s: one's own", async (_name, call) => {
    expect((await call(mia, mia)).c).toBe(0);
  });

  test("lists, places and messages hold one's own alone", async () => {
    const seen = async ({ token }: Person) => ({
      favourites: (await backend.get("favourite/list", "", { token })).d.items.length as number,
      place: (await backend.get("progress/of", "?id=slow-boat", { token })).d.items[0].positionS as number,
      receipts: (await backend.get("feedback/list", "", { token })).d.items.map(
        ({ receipt }: { receipt: string }) => receipt,
      ) as string[],
    });
    const [hers, his] = [await seen(mia), await seen(vincent)];
    expect([hers.favourites, his.favourites]).toEqual([1, 1]);
    expect([hers.place, his.place]).toEqual([10, 20]);
    expect(his.receipts).toEqual([vincent.receipt]);
    expect(hers.receipts).toContain(mia.receipt);
    expect(hers.receipts).not.toContain(vincent.receipt);
  });

  test("taking titles off one's list leaves the other's", async () => {
    await backend.post("favourite/remove", { ids: ["night-train"] }, mia);
    await backend.post("progress/clear", {}, mia);
    expect((await backend.get("favourite/list", "", vincent)).d.items).toHaveLength(1);
    expect((await backend.get("progress/of", "?id=slow-boat", vincent)).d.items).toHaveLength(1);
  });
});

test("a guest's picture goes along to the account the guest signs in to", async () => {
  const guest = await makeGuest(backend);
  const picture = await sendPicture(backend, { token: guest.token, red: 30 });
  const { d } = await signIn(backend, { email: mia.email, token: guest.token });
  expect((await write(d.token, { text: "As said before", screenshot: picture })).c).toBe(0);
});

test("the same picture sent by two is of both, one after the other", async () => {
  for (const { token } of [mia, vincent]) {
    const picture = await sendPicture(backend, { token, red: 40 });
    expect((await write(token, { text: "The same", screenshot: picture })).c).toBe(0);
  }
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
