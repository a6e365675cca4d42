import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cardAddress } from "../../../contract/catalogue/card-address.ts";
import { defaultBrand } from "../../../contract/service/brand-facts.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { zeroPng } from "../../setup/hostile-pictures.ts";

let backend: TestBackend;
let owner: { uid: string; token: string };

beforeAll(async () => {
  backend = await startTestBackend();
  await addMovie(backend.db, { id: "quay" });
  owner = await backend.person({ admin: 3, name: "Olga", email: "olga@example.test" });
});
afterAll(() => backend.close());

const brand = async () => (await backend.get("brand/read")).d;
async function save(values: object) {
  const { d } = await backend.get("z/settings/read", "", { token: owner.token });
  return backend.post("z/settings/save", { revision: d.revision, values }, { token: owner.token });
}
async function send(bytes: Buffer, extension = "png"): Promise<string | null> {
  const { d } = await backend.get("oss/form", "", { token: owner.token });
  const key = `${createHash("sha256").update(bytes).digest("hex")}.${extension}`;
  const body = new FormData();
  for (const [name, value] of Object.entries(d.form)) body.append(name, value as string);
  body.append("key", key);
  body.append("file", new Blob([bytes as Uint8Array<ArrayBuffer>]), key);
  const { status } = await backend.fetch(d.url, { method: "POST", body });
  return status === 200 ? key : null;
}
const draw = (role: string, key: string, token = owner.token) =>
  backend.post("z/brand/picture", { role, key }, { token });
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: "#0b6b5d80" } })
    .png()
    .toBuffer();

describe("the brand", () => {
  test("is the product's own until one is saved; then all of it comes from the settings", async () => {
    expect(await brand()).toEqual(defaultBrand);
    const links = [{ label: "About", url: "https://kino.example" }];
    const saved = await save({ brandName: 'Kino <Süd> & "Co"', brandAccent: "#0B6B5D", brandLinks: links });
    expect(saved.c).toBe(0);
    const now = await brand();
    expect(now).toMatchObject({ name: 'Kino <Süd> & "Co"', accent: { base: "#0b6b5d" }, links });
    expect(now.version).toMatch(/^[\da-f]{10}$/);
    expect((await backend.get("config")).d.name).toBe('Kino <Süd> & "Co"');
    await save({ brandHero: "card" });
    expect((await brand()).version).not.toBe(now.version);
  });

  test.each([
    [{ brandAccent: "#ffd400" }, "values.brandAccent", "contrast"],
    [{ brandAccent: "red" }, "values.brandAccent", "format"],
    [{ brandAccent: "#0b6b5d;}*{" }, "values.brandAccent", "format"],
    [{ brandName: "x".repeat(200) }, "values.brandName", "too_long"],
    [{ brandName: "  " }, "values.brandName", "required"],
    [{ brandName: "a\u202eb" }, "values.brandName", "characters"],
    [{ brandSender: "Kino\r\nBcc: all@example.test" }, "values.brandSender", "characters"],
    [{ brandHero: "huge" }, "values.brandHero", "choice"],
    [{ brandLanguage: "tlh" }, "values.brandLanguage", "choice"],
    [{ brandLinks: [{ label: "x", url: "javascript:alert(1)" }] }, "values.brandLinks.0.url", "format"],
    [{ brandLinks: [{ label: "", url: "/" }] }, "values.brandLinks.0.label", "required"],
    [{ brandLinks: Array(7).fill({ label: "x", url: "/" }) }, "values.brandLinks", "too_big"],
    [{ brandIcon: { file: `${"0".repeat(32)}.png`, width: 512, height: 512 } }, "values.brandIcon", "choice"],
    [{ brandIcon: { file: "../../x.png", width: 1, height: 1 } }, "values.brandIcon.file", "format"],
  ])("refuses %j", async (values, field, reason) => {
    const { c, d } = await save(values);
    expect(c).not.toBe(0);
    expect(d.issues).toMatchObject([{ field, reason }]);
    expect(d.issues[0].message).not.toMatch(/errors\.|rule\./);
  });

  test("takes a document of settings from elsewhere without pictures that are not here", async () => {
    const file = { file: `${"a".repeat(32)}.webp`, width: 10, height: 10 };
    const document = { format: "matinee-settings-1", values: { brandWordmark: file } };
    const answer = await backend.post(
      "z/settings/import",
      { document, dryRun: false },
      { token: owner.token },
    );
    expect(answer.d.issues).toMatchObject([{ field: "values.brandWordmark" }]);
  });
});

describe("pictures of the brand", () => {
  test("a wordmark is drawn whole, an icon as a square; each is shown once it is saved", async () => {
    const wordmark = (await draw("wordmark", (await send(await plain(1_200, 200)))!)).d;
    expect(wordmark).toMatchObject({ width: 576, height: 96 });
    const icon = (await draw("icon", (await send(await plain(300, 200)))!)).d;
    expect(icon).toMatchObject({ width: 512, height: 512 });
    expect((await save({ brandWordmark: wordmark, brandIcon: icon })).c).toBe(0);
    const answer = await backend.fetch(`/artwork/_brand/${wordmark.file}?v=1`);
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
    expect(answer.headers.get("Cache-Control")).toContain("immutable");
    const drawn = sharp(Buffer.from(await answer.arrayBuffer()));
    expect((await drawn.metadata()).hasAlpha).toBe(true);
  });

  test.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ["a drawing with a script", () => Buffer.from("<svg><script>alert(1)</script></svg>"), "png"],
    ["64 megapixels in 64 kB", () => zeroPng(8_000, 8_000), "png"],
    ["one that is cut short", async () => (await plain(600, 600)).subarray(0, 300), "png"],
    ["a page", () => deflateSync("<!doctype html>"), "webp"],
    ["one that is too small", () => plain(20, 20), "png"],
  ])("%s is refused, and nothing is stored", async (_what, make, extension) => {
    const folder = join(backend.dataDir, "artwork/_brand");
    const before = await readdir(folder);
    const key = await send(await make(), extension);
    if (key !== null) {
      const { c, d } = await draw("icon", key);
      expect(c).not.toBe(0);
      expect(["format", "too_small"]).toContain(d.issues[0].reason);
    }
    expect(await readdir(folder)).toEqual(before);
  });

  test("another admin's upload is not found", async () => {
    const key = (await send(await plain(200, 200)))!;
    const other = await backend.person({ admin: 3, email: "otto@example.test" });
    expect((await draw("icon", key, other.token)).d.issues).toMatchObject([{ field: "key" }]);
  });

  test.each([
    ["favicon-32.png", 32],
    ["apple-touch-icon.png", 180],
    ["icon-192.png", 192],
    ["icon-512.png", 512],
    ["icon-maskable-512.png", 512],
  ])("%s is drawn in its size, and cached under its version", async (name, side) => {
    const { icons } = await brand();
    const answer = await backend.fetch(`/artwork/_brand/${name}?v=${icons}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Cache-Control")).toContain("immutable");
    const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([width, height, format]).toEqual([side, side, "png"]);
    const old = await backend.fetch(`/artwork/_brand/${name}?v=older`);
    expect(old.headers.get("Cache-Control")).not.toContain("immutable");
  });

  test("without a picture an icon has the letter on the accent; without a name of its own there is none", async () => {
    await save({ brandIcon: null, brandName: "Kino", brandAccent: "#0b6b5d" });
    const { icons } = await brand();
    const answer = await backend.fetch(`/artwork/_brand/icon-512.png?v=${icons}`);
    const { dominant, channels } = await sharp(Buffer.from(await answer.arrayBuffer())).stats();
    expect([dominant.r, dominant.g, dominant.b].map((part) => part >> 5)).toEqual(
      [0x0b, 0x6b, 0x5d].map((part) => part >> 5),
    );
    expect(channels[0]!.max).toBe(255);
    await save({ brandName: defaultBrand.name, brandAccent: null, brandIcon: null });
    expect((await backend.fetch("/artwork/_brand/icon-512.png")).status).toBe(404);
  });

  test("of what no setting names any more a day later nothing is left", async () => {
    await save({ brandName: "Kino", brandWordmark: null });
    const { icons } = await brand();
    await backend.fetch(`/artwork/_brand/icon-192.png?v=${icons}`);
    const later = new Date(Date.now() + 3 * 24 * 3_600_000);
    backend.clock.set(later);
    const found: string[] = [];
    for await (const { kind, name } of backend.orphans()) if (kind === "picture") found.push(name);
    backend.clock.set(new Date());
    expect(found.length).toBeGreaterThan(3);
    expect(found.filter((name) => name.startsWith(icons))).toEqual([]);
    expect(found).not.toContain("_brand");
  });
});

describe("what leaves the service", () => {
  test("mails say the name, in the accent, from the sender", async () => {
    await save({ brandName: "Kino Süd", brandAccent: "#1a237e", brandSender: "Team Kino" });
    await backend.post("z/settings/test", { what: "mail" }, { token: owner.token });
    const mail = (await backend.mails()).at(-1)!;
    expect(mail.sender).toBe("Team Kino");
    expect(mail.html).toContain("Kino Süd");
    expect(mail.html).toContain("#1a237e");
    expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/matinee|\{\{|#a-c-c/i);
  });

  test("a title's card has an address of its own for each name", () => {
    const facts = { id: "a", title: "A", artwork: { path: "/artwork/a", version: "1", colour: "#000000" } };
    expect(cardAddress(facts, "en", "Kino")).not.toBe(cardAddress(facts, "en"));
    expect(cardAddress(facts, "en", defaultBrand.name)).toBe(cardAddress(facts, "en"));
  });
});
