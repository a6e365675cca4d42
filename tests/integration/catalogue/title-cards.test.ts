import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cardAddress, cardVersion } from "../../../contract/catalogue/card-address.ts";
import { createSharpPictures } from "../../../api/adapters/sharp-pictures/sharp-pictures.ts";
import { movies, movieTexts } from "../../../api/db/schema.ts";
import { createTitleCards } from "../../../api/domain/catalogue/title-cards.ts";
import type { Files } from "../../../api/ports/files.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;
const texts = { en: { title: "The Quay" }, ar: { title: "الرصيف" }, ja: { title: "波止場の<夜>&朝" } };
const look = { path: "/artwork/quay", version: "1", colour: "#336699" };
const facts = { id: "quay", title: "The Quay", artwork: look };
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#336699" } })
    .webp()
    .toBuffer();
/** Files in memory, as the artwork's place has them. */
const memory = () => {
  const files = new Map<string, Uint8Array>();
  const place = {
    bytes: async (path: string) => files.get(path) ?? null,
    facts: async (path: string) => (files.has(path) ? {} : null),
    write: async (path: string, content: Uint8Array) => void files.set(path, content),
    remove: async (path: string) => void files.delete(path),
    list: async function* (folder = "") {
      for (const path of [...files.keys()]) if (path.startsWith(`${folder}/`)) yield { path };
    },
  };
  return { files, artwork: place as unknown as Files };
};
let brand = "Matinee";
const cardsWith = async (options: Parameters<typeof createSharpPictures>[0] = {}) => {
  const { files, artwork } = memory();
  files.set("quay/backdrop-1280.webp", await picture(1280, 720));
  files.set("quay/poster-480.webp", await picture(480, 720));
  const pictures = createSharpPictures(options);
  const putOff: unknown[] = [];
  const cards = createTitleCards({
    db: backend.db,
    artwork,
    pictures,
    brand: () => brand,
    onPutOff: (error) => putOff.push(error),
  });
  return { files, cards, putOff, close: pictures.close };
};

beforeAll(async () => {
  backend = await startTestBackend();
  await addMovie(backend.db, { id: "quay", texts });
  await addMovie(backend.db, { id: "draft", status: "draft" });
});
afterAll(() => backend.close());

test("a card is drawn once, whoever asks, with the name beside the poster", async () => {
  const { cards, files, close } = await cardsWith();
  const all = await Promise.all([1, 2, 3].map(() => cards.find("quay", "en")));
  expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
  const path = `quay/card-l-${cardVersion(facts)}.jpg`;
  expect(all[0]).toEqual({ path, version: cardVersion(facts) });
  const { width, height, format } = await sharp(files.get(path)).metadata();
  expect([width, height, format]).toEqual([1200, 630, "jpeg"]);
  // White words where the name stands, and none in the same card of a machine without fonts.
  const whites = async (bytes: Uint8Array) => {
    const words = await sharp(bytes)
      .extract({ left: 450, top: 60, width: 690, height: 400 })
      .png()
      .toBuffer();
    return (await sharp(words).stats()).channels[0]!.max;
  };
  expect(await whites(files.get(path)!)).toBeGreaterThan(240);
  const bare = await cardsWith({ program: "tests/setup/fontless-drawer.ts" });
  await bare.cards.find("quay", "en");
  expect(await whites(bare.files.get(path)!)).toBeLessThan(120);
  close();
  bare.close();
});

test("each name and each look has its card; languages with one name share it, and old ones go", async () => {
  const { cards, files, close } = await cardsWith();
  const found = await Promise.all([cards.find("quay", "en"), cards.find("quay", "ar")]);
  found.push(await cards.find("quay", "ja"), await cards.find("quay", "de"));
  const paths = found.map((one) => (one as { path: string }).path);
  expect(new Set(paths).size).toBe(3);
  expect(paths[1]).toContain("card-r-");
  expect(paths[3]).toBe(paths[0]);
  for (let n = 0; n < 20; n++) files.set(`quay/card-l-old${n}.jpg`, Buffer.from(""));
  await backend.db.update(movieTexts).set({ title: "The Pier" }).where(eq(movieTexts.title, "The Quay"));
  const renamed = await cards.find("quay", "en");
  expect(renamed).not.toEqual(found[0]);
  expect([...files.keys()].filter((path) => path.includes("card-"))).toHaveLength(1);
  await backend.db.update(movieTexts).set({ title: "The Quay" }).where(eq(movieTexts.title, "The Pier"));
  close();
});

test("a title that is not public has none, and one that can't be drawn comes later", async () => {
  const { cards, files, putOff, close } = await cardsWith();
  for (const id of ["draft", "none", "../quay"]) expect(await cards.find(id, "en")).toBeNull();
  files.delete("quay/poster-480.webp");
  expect(await cards.find("quay", "en")).toBe("later");
  files.set("quay/poster-480.webp", Buffer.from("no picture"));
  expect(await cards.find("quay", "en")).toBe("later");
  expect(putOff).toHaveLength(1);
  close();
});

test("no more than two are drawn at a time", async () => {
  const { cards, close } = await cardsWith();
  const all = await Promise.all((["en", "ar", "ja"] as const).map((locale) => cards.find("quay", locale)));
  expect(all.filter((one) => one === "later")).toHaveLength(1);
  close();
});

test.each([
  "long ".repeat(40),
  "W".repeat(200),
  "長".repeat(200),
  "<b>&amp;</span>",
  "a\nb",
  "\uE123",
  "💃 🎬",
  "\u0000",
])("a card of the name %j is drawn", async (title) => {
  const { cards, putOff, close } = await cardsWith();
  if (title !== "\u0000")
    await backend.db.update(movieTexts).set({ title }).where(eq(movieTexts.locale, "en"));
  expect(await cards.find("quay", "en")).toMatchObject({
    path: expect.stringMatching(/^quay\/card-l-\w+\.jpg$/),
  });
  expect(putOff).toEqual([]);
  close();
});

test("through its address: pictures for public titles alone", async () => {
  const get = (path: string) => backend.fetch(path);
  await backend.db.update(movieTexts).set({ title: "The Quay" }).where(eq(movieTexts.locale, "en"));
  expect(cardAddress(facts, "en")).toBe(`/artwork/quay/card-en.jpg?v=${cardVersion(facts)}`);
  // The title has no pictures here: its backdrop is named instead.
  const later = await get(cardAddress(facts, "en"));
  expect([later.status, later.headers.get("Location")]).toEqual([302, "/artwork/quay/backdrop-1280.webp"]);
  for (const path of [
    "quay/card-tlh.jpg",
    "quay/card-en.png",
    "quay/card-l-1.jpg",
    "draft/card-en.jpg",
    "none/card-en.jpg",
  ])
    expect((await get(`/artwork/${path}`)).status, path).toBe(404);
  await backend.db
    .update(movies)
    .set({ hideAt: new Date(0) })
    .where(eq(movies.id, "quay"));
  expect((await get(cardAddress(facts, "en"))).status).toBe(404);
  expect(backend.bugs).toEqual([]);
});

test("another name of the service is another card, with that name in place of the drawn one", async () => {
  await backend.db.update(movies).set({ hideAt: null }).where(eq(movies.id, "quay"));
  const { cards, files, close } = await cardsWith();
  const own = await cards.find("quay", "en");
  brand = 'Kino <b> & "Süd"';
  const other = await cards.find("quay", "en");
  brand = "Matinee";
  close();
  if (own === null || own === "later" || other === null || other === "later") throw new Error("not drawn");
  expect(other.path).not.toBe(own.path);
  const [one, two] = [files.get(own.path)!, files.get(other.path)!].map((bytes) => Buffer.from(bytes));
  expect(one!.equals(two!)).toBe(false);
});
