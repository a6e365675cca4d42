import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { codes } from "../../../api/db/schema.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addPlan, makeOrder, vipUntil } from "../../setup/payment.ts";

let backend: TestBackend;
let editor: string;
const start = new Date("2026-03-01T12:00:00Z");
const day = 86_400_000;
const later = (ms: number) => new Date(start.getTime() + ms);

beforeAll(async () => {
  backend = await startTestBackend();
  await addPlan(backend);
  editor = (await backend.person({ admin: 2, name: "Ed" })).token;
});
beforeEach(() => backend.clock.set(start));
afterAll(() => backend.close());

/** A batch, and its codes as the CSV has them. */
async function makeBatch(fields: object = {}) {
  const body = {
    ...{ key: randomUUID(), name: "Spring fair", duration: { unit: "day", count: 30 } },
    ...{ codes: 1, uses: 1, expiresAt: null },
    ...fields,
  };
  const answer = await backend.post("z/code/create", body, { token: editor });
  expect(answer.c, JSON.stringify(answer)).toBe(0);
  const lines = (answer.d.file.csv as string).trim().split("\r\n");
  return { body, batch: answer.d.batch, lines, list: lines.slice(1).map((line) => line.split(",")[0]!) };
}
const redeem = (code: string, token: string, fields: object = {}) =>
  backend.post("voucher/redeem", { code, ...fields }, { token });

test("a batch's codes are in its CSV, in the database are none; the same form again, and an export, give the same", async () => {
  const { body, batch, list, lines } = await makeBatch({ codes: 20, uses: 2 });
  expect(lines[0]).toBe("code,uses,redeemed,expires,revoked");
  expect(new Set(list).size).toBe(20);
  expect(batch).toMatchObject({
    name: "Spring fair",
    codes: 20,
    uses: 2,
    redeemed: 0,
    actor: { name: "Ed" },
  });
  const stored = JSON.stringify(await backend.db.select().from(codes));
  for (const code of list) expect(stored).not.toContain(code);
  const again = await backend.post("z/code/create", body, { token: editor });
  expect(again.d.file.csv.trim().split("\r\n").slice(1)).toHaveLength(20);
  expect(again.d.file.csv).toContain(list[7]);
  const other = await backend.post("z/code/create", { ...body, codes: 5 }, { token: editor });
  expect(other).toMatchObject({ status: 409, c: 4094 });
  const { token } = await backend.person();
  await redeem(list[3]!, token);
  const exported = await backend.get("z/code/export", `?id=${batch.id}`, { token: editor });
  expect(exported.d.csv).toContain(`${list[3]},2,1,`);
  const log = await backend.get("z/audit/list", "?kind=code", { token: editor });
  expect(log.d.items.map(({ action }: { action: string }) => action)).toContain("z/code/export");
});

test("a batch is found by its name, and by one of its codes, however that is typed", async () => {
  const { batch, list } = await makeBatch({ name: "Harbour cinema", codes: 3, uses: 2 });
  const { token } = await backend.person();
  await redeem(list[1]!, token);
  const found = async (q: string) =>
    (await backend.get("z/code/list", `?q=${encodeURIComponent(q)}`, { token: editor })).d.items.map(
      (one: { name: string; found: unknown }) => [one.name, one.found],
    );
  expect(await found("harbour")).toEqual([[batch.name, null]]);
  const one = { code: list[1], number: 2, used: 1, revokedAt: null };
  expect(await found(list[1]!.toLowerCase().replaceAll("-", " "))).toEqual([[batch.name, one]]);
  expect(await found(list[2]!)).toEqual([
    [batch.name, { code: list[2], number: 3, used: 0, revokedAt: null }],
  ]);
  expect(await found(list[2]!.slice(0, -1))).toEqual([]);
  expect(await found("%")).toEqual([]);
});

describe("a code", () => {
  test("makes a VIP at once, with a receipt, in however it is typed; again, it is the same receipt", async () => {
    const { list } = await makeBatch();
    const { token } = await backend.person();
    const waiting = await makeOrder(backend, token);
    const typed = ` ${list[0]!.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l")} `;
    const { d } = await redeem(typed, token, { order: waiting.number });
    expect(d).toMatchObject({
      vip_until: later(30 * day).toISOString(),
      order: { state: "paid", price: null, method: "voucher", lines: [], plan: { name: "Spring fair" } },
    });
    expect((await backend.post("login/token", { token })).d.is_vip).toBe(true);
    const given = await backend.get("order/read", `?number=${waiting.number}`, { token });
    expect(given.d.state).toBe("cancelled");
    const again = await redeem(list[0]!, token);
    expect(again.d.order.number).toBe(d.order.number);
    expect(await vipUntil(backend, token)).toBe(later(30 * day).toISOString());
  });

  test("for one, tried by a hundred at once: one has it, and the others are told", async () => {
    const { list } = await makeBatch();
    const people = await Promise.all(Array.from({ length: 100 }, () => backend.person()));
    const answers = await Promise.all(
      people.map(({ token }, index) =>
        backend.post("voucher/redeem", { code: list[0] }, { token, address: `198.51.100.${index}` }),
      ),
    );
    const tally = answers.reduce<Record<number, number>>(
      (all, { c }) => ({ ...all, [c]: (all[c] ?? 0) + 1 }),
      {},
    );
    expect(tally).toEqual({ 0: 1, 4225: 99 });
    const vips = await Promise.all(people.map(({ token }) => vipUntil(backend, token)));
    expect(vips.filter(Boolean)).toHaveLength(1);
  });

  test("for one, sent by its person ten times at once, counts once", async () => {
    const { list } = await makeBatch({ uses: 5 });
    const { token } = await backend.person();
    const answers = await Promise.all(Array.from({ length: 10 }, () => redeem(list[0]!, token)));
    expect(new Set(answers.map(({ d }) => d.order.number)).size).toBe(1);
    expect(await vipUntil(backend, token)).toBe(later(30 * day).toISOString());
  });

  test("for three is for three people", async () => {
    const { list, batch } = await makeBatch({ uses: 3 });
    const seen: number[] = [];
    for (let n = 0; n < 4; n++) seen.push((await redeem(list[0]!, (await backend.person()).token)).c);
    expect(seen).toEqual([0, 0, 0, 4225]);
    const { d } = await backend.get("z/code/list", "", { token: editor });
    expect(d.items.find(({ id }: { id: string }) => id === batch.id).redeemed).toBe(3);
  });

  test("that is over, taken back, or was never made is refused", async () => {
    const { token } = await backend.person();
    const short = await makeBatch({ expiresAt: later(day).toISOString() });
    const taken = await makeBatch();
    const revoke = { id: taken.batch.id, revision: 0, reason: "leaked" };
    expect((await backend.post("z/code/revoke", revoke, { token: editor })).d).toEqual({ revision: 1 });
    expect(await backend.post("z/code/revoke", revoke, { token: editor })).toMatchObject({ status: 409 });
    expect(await redeem(taken.list[0]!, token)).toMatchObject({ status: 422, c: 4227 });
    backend.clock.set(later(day));
    expect(await redeem(short.list[0]!, token)).toMatchObject({ c: 4226 });
    expect(await redeem("00000-00000-00000-00000", token)).toMatchObject({ status: 422, c: 4224 });
    expect(await redeem("nonsense", token)).toMatchObject({ c: 4224 });
    expect(await vipUntil(backend, token)).toBeNull();
  });
});

describe("one code of a batch", () => {
  const revoke = (code: string, fields: object = {}) =>
    backend.post("z/code/revoke-one", { code, ...fields }, { token: editor });
  const read = (id: string, more = "") => backend.get("z/code/read", `?id=${id}${more}`, { token: editor });

  test("is read with the others, page by page, and each page is in the log", async () => {
    const { batch, list } = await makeBatch({ codes: 5 });
    await redeem(list[1]!, (await backend.person()).token);
    const first = await read(batch.id, "&limit=3");
    expect(first.d.items).toEqual(
      list.slice(0, 3).map((code, at) => ({ code, number: at + 1, used: at === 1 ? 1 : 0, revokedAt: null })),
    );
    expect(first.d.batch).toMatchObject({ id: batch.id, redeemed: 1, revoked: 0, left: 4 });
    backend.clock.set(later(1_000));
    const second = await read(batch.id, `&limit=3&cursor=${first.d.next}`);
    expect(second.d.items.map(({ code }: { code: string }) => code)).toEqual(list.slice(3));
    expect(second.d.next).toBeNull();
    expect(await read(randomUUID())).toMatchObject({ status: 404 });
    expect(await read(batch.id, "&cursor=nonsense")).toMatchObject({ status: 422 });
    const log = await backend.get("z/audit/list", `?target=${batch.id}&action=z/code/read`, {
      token: editor,
    });
    expect(log.d.items).toMatchObject([
      { target: { id: batch.id }, after: { codes: 2 } },
      { target: { id: batch.id }, after: { codes: 3 } },
    ]);
  });

  test("is revoked alone, however it is typed, and says so in the user's language", async () => {
    const { batch, list } = await makeBatch({ codes: 3 });
    const { token } = await backend.person();
    const revoked = await revoke(list[0]!.toLowerCase().replaceAll("-", " "), { reason: "sent by mistake" });
    expect(revoked.d).toEqual({ revokedAt: start.toISOString() });
    const refused = await backend.post("voucher/redeem", { code: list[0] }, { token, locale: "de" });
    expect(refused).toMatchObject({
      ...{ status: 422, c: 4227 },
      m: "Dieser Code wurde gesperrt und gilt nicht mehr.",
    });
    expect((await redeem(list[1]!, token)).c).toBe(0);
    // Again it is the same, and the log has it once.
    backend.clock.set(later(day));
    expect((await revoke(list[0]!)).d).toEqual({ revokedAt: start.toISOString() });
    const log = await backend.get("z/audit/list", "?kind=code&action=z/code/revoke-one", { token: editor });
    expect(
      log.d.items.filter(({ target }: { target: { id: string } }) => target.id === batch.id),
    ).toMatchObject([{ actor: { name: "Ed" }, reason: "sent by mistake", after: { number: 1 } }]);
    const { d } = await read(batch.id);
    expect(d.batch).toMatchObject({ redeemed: 1, revoked: 1, left: 1 });
    expect(d.items[0]).toMatchObject({ code: list[0], used: 0, revokedAt: start.toISOString() });
    const { d: file } = await backend.get("z/code/export", `?id=${batch.id}`, { token: editor });
    expect(file.csv).toContain(`${list[0]},1,0,,${start.toISOString()}`);
  });

  test("that is used up, unknown, or asked for by a viewer, is not revoked", async () => {
    const { batch, list } = await makeBatch({ codes: 2 });
    await redeem(list[0]!, (await backend.person()).token);
    expect(await revoke(list[0]!)).toMatchObject({ status: 422, c: 4225 });
    expect(await revoke("00000-00000-00000-00000")).toMatchObject({ status: 422, c: 4224 });
    expect(await revoke("'; drop table code")).toMatchObject({ status: 422, c: 4224 });
    const viewer = (await backend.person({ admin: 1 })).token;
    expect(await backend.post("z/code/revoke-one", { code: list[1] }, { token: viewer })).toMatchObject({
      status: 403,
    });
    expect((await read(batch.id)).d.batch).toMatchObject({ revoked: 0, left: 1 });
  });

  test("with uses left keeps what was redeemed, and gives no more", async () => {
    const { batch, list } = await makeBatch({ uses: 3 });
    const first = await backend.person();
    await redeem(list[0]!, first.token);
    expect((await revoke(list[0]!)).c).toBe(0);
    expect(await redeem(list[0]!, (await backend.person()).token)).toMatchObject({ c: 4227 });
    expect(await vipUntil(backend, first.token)).toBe(later(30 * day).toISOString());
    // The one who has redeemed it is answered with the same receipt.
    expect((await redeem(list[0]!, first.token)).d.order.state).toBe("paid");
    expect((await read(batch.id)).d.batch).toMatchObject({ redeemed: 1, left: 0 });
  });

  test("that is redeemed and revoked at the same moment is one of the two", async () => {
    const { batch, list } = await makeBatch({ codes: 12 });
    const people = await Promise.all(list.map(() => backend.person()));
    const outcomes = await Promise.all(
      list.map((code, at) => {
        const { token } = people[at]!;
        const by = { token, address: `198.51.100.${200 + at}` };
        const redeeming = () => backend.post("voucher/redeem", { code }, by);
        // Every other time the revocation is sent first.
        if (at % 2 === 0) return Promise.all([redeeming(), revoke(code)]);
        const revoking = revoke(code);
        return Promise.all([redeeming(), revoking]);
      }),
    );
    for (const [redeemed, revoked] of outcomes)
      expect([
        [0, 4225],
        [4227, 0],
      ]).toContainEqual([redeemed!.c, revoked!.c]);
    const vips = await Promise.all(people.map(({ token }) => vipUntil(backend, token)));
    const { d } = await read(batch.id);
    const used = outcomes.filter(([redeemed]) => redeemed!.c === 0).length;
    expect(vips.filter(Boolean)).toHaveLength(used);
    expect(d.batch).toMatchObject({ redeemed: used, revoked: 12 - used, left: 0 });
  });
});

test("who guesses is stopped, by person and by address; who has a code is not", async () => {
  const { list } = await makeBatch({ codes: 30 });
  const guesser = await backend.person();
  const guess = (token: string, address: string) =>
    backend.post("voucher/redeem", { code: "0123456789ABCDEFGHJK" }, { token, address });
  const mine = [];
  for (let n = 0; n < 12; n++) mine.push((await guess(guesser.token, `203.0.113.${n}`)).status);
  expect(mine).toEqual([...Array<number>(10).fill(422), 429, 429]);
  // Another guest for each guess, from one address.
  const theirs = [];
  for (let n = 0; n < 22; n++)
    theirs.push((await guess((await backend.person()).token, "203.0.113.200")).status);
  expect(theirs).toEqual([...Array<number>(20).fill(422), 429, 429]);
  const { token } = await backend.person();
  for (const code of list)
    expect((await backend.post("voucher/redeem", { code }, { token, address: "203.0.113.99" })).c).toBe(0);
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
