import { eq } from "drizzle-orm";
import { expect } from "vitest";
import type { Db } from "../../api/db/client.ts";
import { users } from "../../api/db/schema.ts";
import { openSession } from "../../api/domain/accounts/identity/session.ts";
import type { TestBackend } from "./backend.ts";
import { addGenre, addMovie } from "./catalogue.ts";
import { addPlan, payInSandbox } from "./payment.ts";

const uid = "ada";

/** A small service as people have used it: movies in two languages, a member who has paid, what she watched and keeps. */
export async function addSampleData(backend: TestBackend): Promise<void> {
  const { db } = backend;
  await addGenre(db, "drama", { en: "Drama", de: "Drama" });
  const texts = {
    en: { title: "The Last Ferry", description: "A crossing at night." },
    ja: { title: "最後のフェリー" },
  };
  await addMovie(db, { id: "ferry", texts, access: "vip" });
  await addMovie(db, { id: "harbour", episodes: 3, ready: 2, texts: { en: { title: "Harbour Lights" } } });
  await addMovie(db, { id: "draft", status: "draft" });
  await addMovie(db, { id: "a-trailer-of-ferry", status: "trailer", trailerOf: "ferry" });
  const { token } = await backend.person({ uid, name: "Ada \\ 'Lovelace'\t\n", email: "ada@example.test" });
  const post = async (name: string, body: object) =>
    expect(await backend.post(name, body, { token }), name).toMatchObject({ c: 0 });
  await post("favourite/add", { id: "ferry" });
  await post("progress/save", { id: "harbour", index: 2, positionS: 42, durationS: 100 });
  await addPlan(backend);
  await payInSandbox(backend, token, "succeed");
  await db.update(users).set({ admin: 2 }).where(eq(users.uid, uid));
}

/** What the API answers about the sample data. It is the same wherever they were moved to. */
export async function readSampleData(backend: Pick<TestBackend, "get" | "post" | "db" | "clock">) {
  const token = await tokenOf(backend.db, backend.clock.now());
  const get = async (name: string, query = "", locale?: string) => {
    const answer = await backend.get(name, query, { token, locale });
    expect(answer.c, `${name}: ${JSON.stringify(answer)}`).toBe(0);
    return answer.d as unknown;
  };
  return {
    found: await get("movie/search", "?q=フェリー"),
    movie: await get("movie/detail", "?id=harbour"),
    japanese: await get("movie/detail", "?id=ferry", "ja"),
    list: await get("favourite/list"),
    watched: await get("progress/list"),
    orders: await get("order/list"),
    admin: await get("z/movie/list"),
  };
}

export function tokenOf(db: Db, now: Date): Promise<string> {
  return openSession(db, { uid, userAgent: "test", now });
}
