import { createHash } from "node:crypto";
import { access } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assets } from "../../../api/db/schema.ts";
import { seedTexts } from "../../../api/domain/service/texts/seed-texts.ts";
import { makeMember, password } from "../../setup/account.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { payloads } from "../../setup/payloads.ts";
import { addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;
let owner: { uid: string; token: string };
let editor: { uid: string; token: string };

beforeAll(async () => {
  backend = await startTestBackend();
  await seedTexts(backend.db, { localesDir: "locales" });
  owner = await backend.person({ admin: 3, name: "Olga" });
  editor = await backend.person({ admin: 2, name: "Edda" });
});
afterAll(() => backend.close());

const get = async (name: string, query = "") => (await backend.get(name, query, { token: owner.token })).d;
const post = (name: string, body: object, who = owner) => backend.post(name, body, { token: who.token });

describe("texts", () => {
  const save = (version: number, body: string, who = owner) =>
    post("z/text/save", { key: "terms", locale: "de", version, title: "Bedingungen", body }, who);
  const shown = async () => (await backend.get("text/detail", "?key=terms", { locale: "de" })).d;

  test("a new version is read at once, and the ones before can be looked at and restored", async () => {
    const before = await shown();
    expect(await save(1, "# Neu\r\n\r\nWenig.")).toMatchObject({ c: 0, d: { version: 2 } });
    expect(await shown()).toMatchObject({ version: 2, title: "Bedingungen", body: "# Neu\n\nWenig." });
    const detail = await get("z/text/detail", "?key=terms&locale=de");
    expect(detail).toMatchObject({
      version: 2,
      latest: 2,
      versions: [
        { version: 2, original: false, actor: { name: "Olga" } },
        { version: 1, original: true, actor: { uid: null } },
      ],
    });
    expect(await get("z/text/detail", "?key=terms&locale=de&version=1")).toMatchObject({
      version: 1,
      latest: 2,
      body: before.body,
    });
    expect((await post("z/text/restore", { key: "terms", locale: "de", version: 2, restore: 1 })).d).toEqual({
      version: 3,
    });
    expect(await shown()).toMatchObject({ version: 3, body: before.body });
    const { items } = await get("z/audit/list", "?kind=text");
    expect(items).toMatchObject([
      { action: "z/text/restore", reason: "version 1" },
      { action: "z/text/save", before: { version: 1 }, after: { version: 2 } },
    ]);
  });

  test("of two who write the same version one is told; the other languages are as they were", async () => {
    const answers = await Promise.all([save(3, "Von Olga"), save(3, "Von Edda", editor)]);
    expect(answers.map(({ c }) => c).sort()).toEqual([0, 4094]);
    const late = answers.find(({ c }) => c !== 0)!;
    expect(late.d.conflict).toMatchObject({
      revision: 4,
      fields: [{ field: "title" }, { field: "body", theirs: expect.stringMatching(/^Von /) }],
      by: expect.stringMatching(/Olga|Edda/),
    });
    const { items } = await get("z/text/list");
    const of = (locale: string) =>
      items.find((one: { key: string; locale: string }) => one.key === "terms" && one.locale === locale);
    expect(of("de")).toMatchObject({ version: 4, original: false });
    expect(of("ja")).toMatchObject({ version: 1, original: true });
  });

  test("stay the operator's own when the account of who wrote them is gone", async () => {
    const writer = await makeMember(backend, "writer@example.test");
    await post("z/user/save", { uid: writer.uid, revision: 0, level: "editor" });
    expect(
      (
        await post(
          "z/text/save",
          { key: "imprint", locale: "de", version: 1, title: "Impressum", body: "Wir" },
          writer,
        )
      ).c,
    ).toBe(0);
    expect((await backend.post("account/delete", { password }, { token: writer.token })).c).toBe(0);
    await seedTexts(backend.db, { localesDir: "locales" });
    expect(await get("z/text/detail", "?key=imprint&locale=de")).toMatchObject({
      body: "Wir",
      latest: 2,
      versions: [{ original: false, actor: { uid: null, name: null } }, { original: true }],
    });
  });

  test("there are no others than the product's, and no language it has not", async () => {
    expect(
      (await post("z/text/save", { key: "secret", locale: "de", version: 0, title: "x", body: "y" })).status,
    ).toBe(404);
    expect(
      (await post("z/text/save", { key: "terms", locale: "fr", version: 0, title: "x", body: "y" })).status,
    ).toBe(422);
  });
});

describe("feedback", () => {
  async function message(text: string, picture = false) {
    const author = await makeMember(backend, `${crypto.randomUUID()}@example.test`);
    let screenshot: string | undefined;
    if (picture) {
      const content = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
        .png()
        .toBuffer();
      screenshot = `${createHash("sha256").update(content).digest("hex")}.png`;
      const { d } = await backend.get("oss/form", "?purpose=picture", { token: author.token });
      const form = new FormData();
      for (const [name, value] of Object.entries({ key: screenshot, ...(d.form as Record<string, string>) }))
        form.append(name, value);
      form.append("file", new Blob([Uint8Array.from(content)]), "shot.png");
      expect((await backend.fetch(d.url, { method: "POST", body: form })).status).toBe(200);
    }
    const body = { key: crypto.randomUUID(), category: "idea", text, screenshot };
    const { d } = await backend.post("feedback/create", body, { token: author.token });
    return { ...author, receipt: d.receipt as string, screenshot };
  }
  const detail = (receipt: string) => get("z/feedback/detail", `?receipt=${receipt}`);

  test("is answered once, and its author reads it; the later of two answers is refused", async () => {
    const { receipt, token, uid } = await message("More films about lighthouses");
    expect(await detail(receipt)).toMatchObject({
      state: "open",
      revision: 0,
      author: { uid, anonymous: false },
      reply: null,
    });
    const reply = (words: string, who = owner) =>
      post("z/feedback/reply", { receipt, revision: 0, reply: words }, who);
    const answers = await Promise.all([reply("We will"), reply("We won't", editor)]);
    expect(answers.map(({ c }) => c).sort()).toEqual([0, 4094]);
    const { d } = await backend.get("feedback/detail", `?receipt=${receipt}`, { token });
    expect(d).toMatchObject({ state: "answered", reply: expect.stringMatching(/^We w/) });
    expect(await detail(receipt)).toMatchObject({ revision: 1, repliedBy: { name: expect.any(String) } });
    const { items } = await get("z/audit/list", `?kind=feedback&target=${receipt}`);
    expect(items).toMatchObject([{ action: "z/feedback/reply", before: { reply: null } }]);
  });

  test("is found by state, category, author and words, and put aside", async () => {
    const { receipt, uid } = await message("The 100% discount_code");
    const { open } = await get("z/feedback/list");
    for (const query of ["?q=100%25", "?q=discount_", `?q=${receipt.toLowerCase()}`, `?uid=${uid}`])
      expect(
        (await get("z/feedback/list", query)).items.map((one: { receipt: string }) => one.receipt),
        query,
      ).toEqual([receipt]);
    expect((await get("z/feedback/list", "?q=discountx")).items).toEqual([]);
    expect((await post("z/feedback/close", { receipt, revision: 0, closed: true })).d).toEqual({
      revision: 1,
    });
    expect((await get("z/feedback/list")).open).toBe(open - 1);
    expect((await get("z/feedback/list", "?state=closed")).items).toMatchObject([
      { receipt, state: "closed" },
    ]);
    expect((await post("z/feedback/close", { receipt, revision: 1, closed: false })).d).toEqual({
      revision: 2,
    });
    expect((await get("z/feedback/list")).open).toBe(open);
  });

  test("goes page by page, each message once", async () => {
    for (let n = 0; n < 5; n++) await message(`Message number ${n}`);
    const seen: string[] = [];
    for (let cursor = ""; ;) {
      const page = await get("z/feedback/list", `?limit=2${cursor}`);
      seen.push(...page.items.map((one: { receipt: string }) => one.receipt));
      if (page.next === null) break;
      cursor = `&cursor=${page.next}`;
    }
    expect(seen).toHaveLength(7);
    expect(new Set(seen).size).toBe(7);
  });

  test("shows its screenshot by a link, and goes with it", async () => {
    const { receipt, screenshot } = await message("Look at this", true);
    const { screenshot: link, hasScreenshot } = await detail(receipt);
    expect(hasScreenshot).toBe(true);
    expect((await backend.fetch(link)).headers.get("Content-Type")).toBe("image/png");
    const file = join(backend.dataDir, "uploads", screenshot!);
    await access(file);
    expect((await post("z/feedback/delete", { receipt, reason: "abuse" })).c).toBe(0);
    await expect(access(file)).rejects.toThrow("ENOENT");
    expect(
      (await backend.get("z/feedback/detail", `?receipt=${receipt}`, { token: owner.token })).status,
    ).toBe(404);
    const { items } = await get("z/audit/list", `?kind=feedback&target=${receipt}`);
    expect(items).toMatchObject([{ action: "z/feedback/delete", after: null, reason: "abuse" }]);
    expect(JSON.stringify(items)).not.toContain("Look at this");
  });
});

test("the figures of the home page", async () => {
  const member = await makeMember(backend, "plays@example.test");
  await addMovie(backend.db, { id: "night-train" });
  await addMovie(backend.db, { id: "slow-boat", status: "draft" });
  await backend.db.insert(assets).values({ id: "broken", state: "failed" });
  await backend.post(
    "playback/quality",
    { ...payloads["playback/quality"], id: "night-train", watchedS: 5 },
    { token: member.token },
  );
  // The figures are kept for half a minute.
  backend.clock.set(new Date(backend.clock.now().getTime() + 31_000));
  const overview = await get("z/overview");
  expect(overview).toMatchObject({
    playsToday: 1,
    playsYesterday: 0,
    openFeedback: (await get("z/feedback/list")).open,
    assets: { failed: 1, ready: 2 },
    counts: { movies: 2, published: 1, drafts: 1, admins: 2, banned: 0, vips: 0 },
  });
  expect(overview.signUpsToday).toBeGreaterThan(5);
  expect(overview.signUpsYesterday).toBe(0);
  backend.clock.set(new Date(backend.clock.now().getTime() + 86_400_000));
  expect(await get("z/overview")).toMatchObject({
    playsToday: 0,
    playsYesterday: 1,
    signUpsToday: 0,
    signUpsYesterday: overview.signUpsToday,
  });
  expect(overview.disk.totalBytes).toBeGreaterThan(overview.disk.freeBytes);
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));

describe("the audit log", () => {
  beforeAll(async () => {
    const viewer = await makeMember(backend, "vera.viewer@example.test");
    await addMovie(backend.db, {
      id: "harbour-lights",
      texts: { en: { title: "Harbour Lights" }, de: { title: "Hafenlichter" } },
    });
    await post("z/user/ban", { ...payloads["z/user/ban"], uid: viewer.uid });
    await post("z/movie/delete", { id: "harbour-lights", revision: 0, reason: "by mistake" }, editor);
  });

  const found = async (query: string, locale = "en") =>
    (await backend.get("z/audit/list", query, { token: owner.token, locale })).d.items.map(
      ({ action, actor, target }: { action: string; actor: { name: string }; target: { name: string } }) =>
        [action, actor.name, target.name].join(" · "),
    );

  test("names what it is about, in the reader's language", async () => {
    expect(await found("?action=z/movie/delete")).toEqual(["z/movie/delete · Edda · Harbour Lights"]);
    expect(await found("?action=z/movie/delete", "de")).toEqual(["z/movie/delete · Edda · Hafenlichter"]);
    expect(await found("?action=z/user/ban")).toEqual(["z/user/ban · Olga · Mia"]);
  });

  test.each([
    ["?target=harbour", "z/movie/delete"],
    ["?target=Hafenlichter", "z/movie/delete"],
    ["?target=harbour-lights&actor=edd", "z/movie/delete"],
    ["?target=vera.viewer", "z/user/ban"],
  ])("finds by what is typed: %s", async (query, action) => {
    expect(await found(query)).toEqual([expect.stringMatching(new RegExp(`^${action} `))]);
  });

  test.each(["?target=harbour&actor=olga", "?actor=%25%25%25", "?target=%27%3B--", "?target=%E2%98%83"])(
    "finds nothing, and refuses nothing: %s",
    async (query) => expect(await found(query)).toEqual([]),
  );
});
