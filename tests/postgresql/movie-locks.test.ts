import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rowsOf } from "../../api/db/rows-of.ts";
import { assets, encodings, episodes, movies, movieTexts } from "../../api/db/schema.ts";
import { startTestBackend, type TestBackend } from "../setup/backend.ts";
import { addMovie } from "../setup/catalogue.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  await addMovie(backend.db, { id: "chang-cheng", originalLanguage: "zh-hans" });
});
afterAll(() => backend.close());

/** Resolves once a session of the database waits for a lock. */
const oneWaits = () =>
  expect
    .poll(
      async () => {
        const [row] = rowsOf<{ waiting: number }>(
          await backend.db.execute(sql`select count(*)::int as waiting from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`),
        );
        return row!.waiting;
      },
      { timeout: 10_000 },
    )
    .toBe(1);

test("a movie is saved while its title is being romanised", async () => {
  const zh = { movieId: "chang-cheng", locale: "zh-hans" };
  await backend.db.insert(movieTexts).values({ ...zh, title: "长城", description: "" });
  const romanising = await backend.db.transaction(async (tx) => {
    // As every save does: the movie first, then its texts.
    await tx.select().from(movies).where(eq(movies.id, zh.movieId)).for("update");
    const romanising = backend.romanise();
    await oneWaits();
    await tx.update(movieTexts).set({ title: "万里长城" }).where(eq(movieTexts.locale, zh.locale));
    return { done: romanising };
  });
  await romanising.done;
  const [text] = await backend.db.select().from(movieTexts).where(eq(movieTexts.locale, zh.locale));
  expect(text).toMatchObject({ title: "万里长城", romanised: "wan li chang cheng" });
});

test("an encoding is cancelled while a worker publishes it", async () => {
  const { token } = await backend.person({ admin: 3 });
  await backend.db.insert(assets).values({ id: "preview", state: "ready" });
  const id = crypto.randomUUID();
  const place = { movieId: "chang-cheng", episodeIndex: 1, source: "a.mp4" };
  await backend.db.insert(encodings).values({ id, state: "encoding", previewId: "preview", ...place });
  await backend.db.update(episodes).set({ assetId: "preview" }).where(eq(episodes.movieId, place.movieId));
  const { cancelling } = await backend.db.transaction(async (tx) => {
    // As a worker does: the movie first, then its encoding.
    await tx.select().from(movies).where(eq(movies.id, place.movieId)).for("update");
    const cancelling = backend.post("z/encoding/cancel", { id }, { token });
    await oneWaits();
    await tx.select().from(encodings).where(eq(encodings.id, id)).for("update");
    return { cancelling };
  });
  expect(await cancelling).toMatchObject({ c: 0, d: { state: "cancelled" } });
});

test("a save that the database ended because of a deadlock says that it can be tried again", async () => {
  const { token } = await backend.person({ admin: 3 });
  const { revision } = (await backend.get("z/movie/detail", "?id=chang-cheng", { token })).d;
  const title = { title: "The Wall", description: "" };
  const { saving } = await backend.db.transaction(async (tx) => {
    // The save is the first to look for a deadlock, so it is the one that is ended.
    await tx.execute(sql`set local deadlock_timeout = '1min'`);
    await tx.execute(sql`lock table movie_text in exclusive mode`);
    const saving = backend.post(
      "z/movie/save",
      { id: "chang-cheng", revision, texts: { en: title } },
      { token },
    );
    await oneWaits();
    await tx.select().from(movies).where(eq(movies.id, "chang-cheng")).for("update");
    return { saving: await saving };
  });
  expect(saving).toMatchObject({ status: 503, c: 503, d: null });
  expect((await backend.get("z/movie/detail", "?id=chang-cheng", { token })).d.revision).toBe(revision);
});
