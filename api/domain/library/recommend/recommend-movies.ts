import { eq, sql } from "drizzle-orm";
import type { MovieCard, OutputOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import { profiles, users } from "../../../db/schema.ts";
import { cardsById } from "../../catalogue/cards.ts";
import type { CatalogueCache } from "../../catalogue/catalogue-cache.ts";
import { limitKey, type AgeLimit } from "../../kernel/age-limit.ts";
import type { User } from "../../kernel/user.ts";
import { likes } from "./liked.ts";

/** The latest movies that the user likes recommend others, each a little less than the one after it. */
const mostReasons = 12;
const fade = 0.85;
const mostRanked = 80;
const mostRows = 2;
/** Reasons that are looked at: the movies of one may be too few, or withdrawn. */
const mostTried = 4;
const rowLength = 12;
/** A shorter row looks like a mistake. */
const shortestRow = 3;

/** Milliseconds that a user's rows are kept, while nothing of the user's has changed. */
export const keptMs = 10 * 60_000;

type Ranked = { id: string; because: string };
type Input = { user: Pick<User, "uid" | "recommending">; locale: Locale; ageLimit: AgeLimit };
type Recommended = OutputOf<"recommendation/list">;

/**
 * Rows of movies for a user, the strongest reason first; no movie stands in two of them. They are kept in `cache` until
 * the user's progress, list or votes change, by any process: the home page asks for them at each visit.
 */
export async function recommendMovies(
  { db, cache }: { db: Db; cache: CatalogueCache },
  input: Input,
): Promise<Recommended> {
  const { uid, recommending } = input.user;
  if (!recommending) return { rows: [] };
  const signs = await signsOf(db, uid);
  return signs === null
    ? { rows: [] }
    : cache.get(`${uid} ${input.locale}${limitKey(input.ageLimit)} ${signs}`, () => makeRows(db, input));
}

/** A text that changes whenever the user watches something, changes the list or votes; null if there is nothing of either. */
async function signsOf(db: Db, uid: string): Promise<string | null> {
  const [row] = rowsOf<{ signs: string | null }>(
    await db.execute(sql`
      select nullif(concat_ws(' ', max(at), nullif(count(*), 0), sum(hashtext(what))), '') as signs from (
        select updated_at as at, movie_id as what from progress where uid = ${uid}
        union all select created_at, movie_id from favourite where uid = ${uid}
        union all select at, movie_id || liked from vote where uid = ${uid}) own`),
  );
  return row!.signs;
}

async function makeRows(db: Db, { user, locale, ageLimit }: Input): Promise<Recommended> {
  const ranked = await rankFor(db, user.uid);
  if (ranked.length === 0) return { rows: [] };
  const reasons = [...new Set(ranked.map(({ because }) => because))].slice(0, mostTried);
  const wanted = ranked.filter(({ because }) => reasons.includes(because)).map(({ id }) => id);
  const cards = await cardsById(db, { ids: [...reasons, ...wanted], locale, ageLimit });
  const rows = [];
  for (const reason of reasons) {
    const because = cards.get(reason);
    const items = mixed(
      ranked.flatMap(({ id, because }) => (because === reason ? (cards.get(id) ?? []) : [])),
    );
    if (!because || items.length < shortestRow) continue;
    rows.push({ because: { id: because.id, title: because.title }, items });
    if (rows.length === mostRows) break;
  }
  return { rows };
}

/**
 * Movies that the user has not begun, not put on the list and not voted for, the best first, each with the liked movie that speaks
 * for it most. Empty for a user who likes nothing yet.
 */
export async function rankFor(db: Db, uid: string): Promise<Ranked[]> {
  return rowsOf<Ranked>(
    await db.execute(sql`
      with reasons as (
        select movie_id, power(${fade}, row_number() over (order by max(at) desc, movie_id) - 1) as weight
        from ${likes} l where uid = ${uid} group by movie_id order by max(at) desc, movie_id limit ${mostReasons})
      select r.other_id as id,
        (array_agg(r.movie_id order by r.score * s.weight desc, r.movie_id))[1] as because
      from reasons s join related_movie r on r.movie_id = s.movie_id
      where not exists (select 1 from progress p where p.uid = ${uid} and p.movie_id = r.other_id)
        and not exists (select 1 from favourite f where f.uid = ${uid} and f.movie_id = r.other_id)
        and not exists (select 1 from vote v where v.uid = ${uid} and v.movie_id = r.other_id)
      group by r.other_id order by sum(r.score * s.weight) desc, r.other_id limit ${mostRanked}`),
  );
}

/** The first movies of a row, no more than half of them of one main genre while there are others. */
function mixed(cards: MovieCard[]): MovieCard[] {
  const count = new Map<string, number>();
  const first: MovieCard[] = [];
  const rest: MovieCard[] = [];
  for (const card of cards) {
    const genre = card.genres[0] ?? "";
    const n = count.get(genre) ?? 0;
    count.set(genre, n + 1);
    (n < rowLength / 2 ? first : rest).push(card);
  }
  return [...first, ...rest].slice(0, rowLength);
}

/** Sets whether what a viewer watches recommends movies; what it has recommended to others goes in the next night. */
export async function setRecommending(db: Db, { uid, on }: { uid: string; on: boolean }): Promise<void> {
  await db.update(users).set({ recommending: on }).where(eq(users.uid, uid));
  await db.update(profiles).set({ recommending: on }).where(eq(profiles.id, uid));
}
