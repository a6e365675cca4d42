import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import sharp from "sharp";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { film, tmdbKey } from "../../setup/tmdb-answers.ts";
import { startTmdb, type TmdbStandIn } from "../../setup/tmdb.ts";

let backend: TestBackend;
let tmdb: TmdbStandIn;
let owner: string;

/** A movie for every test: what is refused must leave it as it is. */
const id = "harbour";

beforeAll(async () => {
  tmdb = startTmdb();
  backend = await startTestBackend();
  owner = (await backend.person({ admin: 3 })).token;
  await post("z/settings/save", { revision: 0, values: { tmdbKey } });
  await post("z/movie/create", {
    ...{ key: crypto.randomUUID(), id, title: "Harbour", originalLanguage: "en", kind: "film" },
    ...{ access: "free", year: 2026, rating: 0 },
  });
});
beforeEach(() => tmdb.answers(null));
afterAll(async () => {
  await backend.close();
  tmdb.close();
});

const post = (name: string, body: object, on = backend) => on.post(name, body, { token: owner });
const compare = (on = backend) => on.get("z/tmdb/compare", `?id=${id}&tmdb=603&kind=film`, { token: owner });
const fill = (fields: string[]) => post("z/tmdb/fill", { id, revision: 0, tmdb: 603, kind: "film", fields });
const state = async () => (await backend.get("z/movie/detail", `?id=${id}`, { token: owner })).d;
const page = () => new Response("<p>Bad gateway</p>", { headers: { "Content-Type": "text/html" } });

describe("TMDB", () => {
  test.each([
    ["refuses the key", () => new Response(null, { status: 401 }), 409, 40913],
    ["has a fault", () => new Response(null, { status: 502 }), 503, 5034],
    ["can't be reached", () => Response.error(), 503, 5034],
    ["leads elsewhere", () => Response.redirect("https://elsewhere.test/"), 503, 5034],
    ["answers with a page", page, 503, 5036],
    ["answers with something else", () => Response.json({ results: "none" }), 503, 5036],
  ] as const)("%s", async (_name, answer, status, c) => {
    tmdb.answers("/3/", answer);
    for (const got of [await compare(), await fill(["year"])]) {
      expect([got.status, got.c]).toEqual([status, c]);
      expect(got.m).toContain("TMDB");
      expect(JSON.stringify(got)).not.toContain(tmdbKey);
    }
    expect((await state()).revision).toBe(0);
  });

  test("asks to wait: the answer says how long, and nothing is asked until then", async () => {
    // A server of its own: the others would wait as well.
    const beside = await startTestBackend({ beside: backend });
    tmdb.answers("/3/", () => new Response(null, { status: 429, headers: { "Retry-After": "7" } }));
    expect(await compare(beside)).toMatchObject({ status: 503, c: 5035, d: { waitS: 7 } });
    tmdb.answers(null);
    tmdb.asked.length = 0;
    const again = await beside.fetch(`/api/z/tmdb/search?q=Harbour`, {
      headers: { Authorization: `Bearer ${owner}` },
    });
    expect(again.status).toBe(503);
    expect(Number(again.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(tmdb.asked).toEqual([]);
    await beside.close();
  });

  test("says half of it: what is there is compared, and no field is emptied", async () => {
    const { id: tmdbId, title, genres } = film;
    tmdb.answers("movie/603", () =>
      Response.json({
        id: tmdbId,
        title,
        genres,
        overview: null,
        release_date: "",
        poster_path: "//evil.test/x.jpg",
      }),
    );
    const { d } = await compare();
    expect(d.differences).toEqual([
      { field: "texts.en.title", current: "Harbour", found: "The Harbour", ticked: true },
    ]);
  });

  test("says far too much: texts are cut to what a title may have, people to thirty", async () => {
    const cast = Array.from({ length: 500 }, (_, order) => ({
      name: `Person ${order}`,
      character: "x".repeat(999),
      order,
    }));
    const long = {
      ...film,
      overview: `a\u0000b${"😀".repeat(5_000)}`,
      credits: { cast, crew: [] },
      translations: null,
    };
    tmdb.answers("movie/603", () => Response.json(long));
    expect(
      (
        await post("z/tmdb/fill", {
          ...{ id, revision: 0, tmdb: 603, kind: "film", fields: ["texts.en.description", "credits.cast"] },
        })
      ).c,
    ).toBe(0);
    const { texts, credits, revision } = await state();
    expect(texts.en.description).toMatch(/^a b(😀)+$/u);
    expect(texts.en.description.length).toBeLessThanOrEqual(2_000);
    expect(credits).toHaveLength(30);
    expect(credits[0].part).toHaveLength(120);
    expect(revision).toBe(1);
  });
});

describe("a picture", () => {
  const small = async () => {
    const bytes = await sharp({ create: { width: 8, height: 12, channels: 3, background: "#123" } })
      .png()
      .toBuffer();
    return new Response(new Uint8Array(bytes));
  };
  const endless = () =>
    new Response(
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)),
      }),
    );

  test.each([
    ["is gone", () => new Response(null, { status: 404 }), "format"],
    ["is none", page, "format"],
    ["is too small", small, "too_small"],
    ["has no end", endless, "too_big"],
  ] as const)("%s: nothing is written, and the answer names it", async (_name, answer, reason) => {
    tmdb.answers("/t/p/", answer);
    const before = await state();
    const got = await post("z/tmdb/fill", {
      ...{ id, revision: before.revision, tmdb: 603, kind: "film", fields: ["year", "poster"] },
    });
    expect(got).toMatchObject({ status: 422, d: { issues: [{ field: "poster", reason }] } });
    expect(await state()).toEqual(before);
  });

  test("that can't be had does not keep a comparison from its texts", async () => {
    tmdb.answers("/t/p/", () => new Response(null, { status: 500 }));
    const { d } = await compare();
    expect(d.pictures).toEqual({});
    expect(d.differences.map(({ field }: { field: string }) => field)).toContain("poster");
  });
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
