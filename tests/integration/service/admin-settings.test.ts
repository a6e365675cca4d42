import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createBackend } from "../../../api/compose/create-backend.ts";
import { settingDefaults, settingKeys } from "../../../contract/service/settings.ts";
import { makeGuest, makeMember, password, signIn } from "../../setup/account.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;
let owner: { uid: string; token: string };

beforeAll(async () => {
  backend = await startTestBackend();
  await addMovie(backend.db, { id: "night-train" });
  owner = await backend.person({ admin: 3, name: "Olga", email: "olga@example.test" });
});
afterAll(() => backend.close());

const read = async () => (await backend.get("z/settings/read", "", { token: owner.token })).d;
const save = async (values: object, revision?: number) =>
  backend.post(
    "z/settings/save",
    { revision: revision ?? (await read()).revision, values },
    { token: owner.token },
  );
const config = async () => (await backend.get("config")).d;

describe("the settings", () => {
  test("have their defaults until one is changed; the change is stored, and in the log", async () => {
    expect(await read()).toMatchObject({ values: settingDefaults, changed: [], revision: 0 });
    expect(await save({ contactEmail: "hello@example.test", feedbackPerHour: 3 })).toMatchObject({
      c: 0,
      d: { revision: 1, values: { feedbackPerHour: 3 } },
    });
    expect(await read()).toMatchObject({ changed: ["contactEmail", "feedbackPerHour"], revision: 1 });
    expect(await config()).toMatchObject({ contact: "hello@example.test" });
    const { d: history } = await backend.get("z/settings/history", "", { token: owner.token });
    expect(history.items).toMatchObject([
      {
        revision: 1,
        actor: { name: "Olga" },
        changes: [
          { key: "contactEmail", before: null, after: "hello@example.test" },
          { key: "feedbackPerHour", before: 10, after: 3 },
        ],
      },
    ]);
    const { d: log } = await backend.get("z/audit/list", "?kind=setting", { token: owner.token });
    expect(log.items).toMatchObject([{ action: "z/settings/save", after: { feedbackPerHour: 3 } }]);
    // The same again is no change.
    expect((await save({ feedbackPerHour: 3 })).d.revision).toBe(1);
  });

  test("of two who change the same one the later is told; another one is no matter", async () => {
    const { revision } = await read();
    expect((await save({ sessionsPerUser: 5 }, revision)).c).toBe(0);
    expect(await save({ sessionsPerUser: 6 }, revision)).toMatchObject({
      c: 4094,
      d: { conflict: { fields: [{ field: "sessionsPerUser", theirs: 5 }], by: "Olga" } },
    });
    expect((await save({ feedbackPerHour: 4 }, revision)).c).toBe(0);
    const same = await read();
    const answers = await Promise.all([7, 8, 9].map((n) => save({ sessionsPerUser: n }, same.revision)));
    expect(answers.map(({ c }) => c).sort()).toEqual([0, 4094, 4094]);
  });

  test("refuse what is no such value, and what is no setting", async () => {
    const revision = 0;
    for (const values of [
      { feedbackPerHour: 0 },
      { downloads: "all" },
      { contactEmail: "nobody" },
      { smtpUrl: "x" },
      { guestWatching: "yes" },
    ])
      expect(
        (await backend.post("z/settings/save", { revision, values }, { token: owner.token })).status,
        JSON.stringify(values),
      ).toBe(422);
  });

  test("go out and come in as one document", async () => {
    const { d: document } = await backend.get("z/settings/export", "", { token: owner.token });
    expect(Object.keys(document.values).sort()).toEqual([...settingKeys].sort());
    document.values.feedbackPerHour = 42;
    const take = (dryRun: boolean) =>
      backend.post("z/settings/import", { document, dryRun }, { token: owner.token });
    expect((await take(true)).d.changes).toEqual([{ key: "feedbackPerHour", before: 4, after: 42 }]);
    expect((await read()).values.feedbackPerHour).toBe(4);
    expect((await take(false)).c).toBe(0);
    expect((await read()).values.feedbackPerHour).toBe(42);
  });

  test("reach another process within seconds", async () => {
    const other = createBackend({
      database: backend.database,
      dataDir: backend.dataDir,
      localesDir: "locales",
      secret: "test-secret-test-secret-test-secret-test",
      version: "0.0.0",
      clock: backend.clock,
      onBug: (error) => backend.bugs.push(error),
      checkAnswers: true,
    });
    const contactThere = async () => {
      const answer = await other.fetch(new Request("http://matinee.test/api/config"));
      return ((await answer.json()) as { d: { contact: string } }).d.contact;
    };
    expect(await contactThere()).toBe("hello@example.test");
    await save({ contactEmail: "other@example.test" });
    await expect.poll(contactThere, { timeout: 5_000 }).toBe("other@example.test");
  });
});

describe("what they say happens", () => {
  test("no new accounts: neither by password nor by a proof; who has one goes on", async () => {
    const known = await makeMember(backend, "known@example.test");
    await save({ signUp: "closed" });
    expect((await config()).signUp).toBe("closed");
    const refused = { status: 403, c: 4034 };
    expect(await backend.post("identity/sign-up", { email: "new@example.test", password })).toMatchObject(
      refused,
    );
    expect((await signIn(backend, { email: known.email })).c).toBe(0);
    expect((await makeGuest(backend)).token).toBeTruthy();
    await save({ signUp: "open" });
  });

  test("watching takes an account", async () => {
    await save({ guestWatching: false });
    const guest = await makeGuest(backend);
    const member = await makeMember(backend, "watches@example.test");
    const start = (token?: string) => backend.get("playback/start", "?id=night-train", { token });
    expect(await start()).toMatchObject({ status: 403, c: 4035 });
    expect(await start(guest.token)).toMatchObject({ c: 4035 });
    expect((await start(member.token)).c).toBe(0);
    await save({ guestWatching: true });
    expect((await start(guest.token)).c).toBe(0);
  });

  test("who may download, what a picture may weigh, how many messages, how many devices, what is kept", async () => {
    await save({
      downloads: "signed-in",
      pictureMaxMegabytes: 1,
      uploadMaxGigabytes: 2,
      feedbackPerHour: 2,
      sessionsPerUser: 2,
      recordHistory: false,
    });
    expect(await config()).toMatchObject({
      downloads: "signed-in",
      upload: { pictureMaxBytes: 1_000_000, maxBytes: 2_000_000_000 },
    });
    const member = await makeMember(backend, "limits@example.test");
    expect(
      (await backend.get("playback/start", "?id=night-train", { token: member.token })).d.downloadable,
    ).toBe(true);
    const say = () =>
      backend.post(
        "feedback/create",
        { key: crypto.randomUUID(), category: "idea", text: "More lighthouses" },
        { token: member.token },
      );
    expect([(await say()).c, (await say()).c, (await say()).c]).toEqual([0, 0, 429]);
    await signIn(backend, { email: member.email });
    const { d: third } = await signIn(backend, { email: member.email });
    const { d: devices } = await backend.get("device/list", "", { token: third.token });
    expect(devices.items).toHaveLength(2);
    await backend.post(
      "progress/save",
      { id: "night-train", index: 1, positionS: 5, durationS: 100 },
      { token: third.token },
    );
    expect((await backend.get("progress/list", "", { token: third.token })).d.items).toEqual([]);
    await save({ downloads: "nobody", recordHistory: true });
    expect(
      (await backend.get("playback/start", "?id=night-train", { token: owner.token })).d.downloadable,
    ).toBe(false);
  });

  test("the page for diagnoses is there or not", async () => {
    expect((await config()).diagnostics).toBe(false);
    await save({ diagnostics: "on" });
    expect((await config()).diagnostics).toBe(true);
    await save({ diagnostics: "environment" });
  });
});

describe("the tests", () => {
  const run = async (what: string, token = owner.token) =>
    (await backend.post("z/settings/test", { what }, { token, locale: "de" })).d;

  test("send a mail to who asks, ask the database, write a file, look for the video tool", async () => {
    expect(await run("mail")).toMatchObject({ ok: true, problem: null, detail: "olga@example.test" });
    expect((await backend.mails()).at(-1)).toMatchObject({
      to: "olga@example.test",
      subject: expect.stringContaining("Testmail"),
    });
    expect(await run("database")).toMatchObject({
      ok: true,
      detail: expect.stringMatching(/^PostgreSQL \d+/),
    });
    expect(await run("storage")).toMatchObject({ ok: true });
    expect((await readdir(`${backend.dataDir}/media`)).filter((name) => name.startsWith(".test"))).toEqual(
      [],
    );
    expect(await run("video")).toMatchObject({ ok: true, detail: expect.stringContaining("ffmpeg") });
  });

  test("say that an admin without an address gets no mail", async () => {
    const { token } = await backend.person({ admin: 3 });
    expect(await run("mail", token)).toMatchObject({ ok: false, problem: "no_address" });
  });
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
