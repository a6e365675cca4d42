import { sql } from "drizzle-orm";
import type { Person } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import { movies } from "../../../db/schema.ts";
import type { AgeLimit } from "../../kernel/age-limit.ts";
import { visibleTo } from "../cards.ts";
import { inOrder } from "../people.ts";
import { isLongRun, lexeme, queryOf, tsqueryOf, wholeQueryOf, type Query, type Term } from "./terms.ts";

const mostPeople = 6;
/** A word that does not match as a beginning: too many names begin with it. */
const tooShort = /^[a-z0-9]{1,2}$/;
/** Of more people with the same words in their names, those who came into the catalogue first are compared … */
const compared = 300;
/** … and of these, the ones with the most titles, published or not, are looked at. */
const looked = 24;
/** Titles of one person that are counted. */
const counted = 100;

/**
 * People of movies that the viewer may see, whose names have all terms: whole names first, then those with the most published movies.
 * Every step is bounded, as a word may be in the names of half of all people.
 */
export async function findPeople(db: Db, terms: Term[], ageLimit: AgeLimit): Promise<Person[]> {
  if (!terms.some(({ text, unspaced }) => unspaced || text.length > 1)) return [];
  // Names in scripts without spaces are stored as one word, see `person_terms()`.
  const name = terms.every(({ unspaced }) => unspaced)
    ? [{ text: terms.map(({ text }) => text).join(""), unspaced: true }]
    : terms;
  const whole = sql`search_words @@ ${tsqueryOf(wholeQueryOf(name))}::tsquery`;
  const runs = terms.filter(isLongRun).map(({ text }) => sql` and strpos(folded, ${text}) > 0`);
  const rows = rowsOf<Person>(
    // Without a step of its own, the limit would make the planner read the table until it has found as many.
    await db.execute(sql`with matching as materialized (
        select id, name from person where search_words @@ ${tsqueryOf(namesOf(terms))}::tsquery${sql.join(runs)}),
      candidate as (
        select id, name, true as whole from person where ${whole}
        union all (select id, name, false from matching limit ${compared})),
      busiest as materialized (
        select id, name, bool_or(whole) as whole from candidate group by id, name
        order by bool_or(whole) desc, (select count(*) from (
          select from movie_person where person_id = id limit ${counted}) as listed) desc limit ${looked})
      select busiest.id, busiest.name, roles from busiest, lateral (
        select array_agg(distinct role) as roles, count(distinct movie_id) as titles from (
          select movie_person.role, movie_id from movie_person join ${movies} on movie.id = movie_id
          where person_id = busiest.id and ${visibleTo(ageLimit)} limit ${counted}) as theirs) as shown
      where titles > 0 order by whole desc, titles desc, busiest.id limit ${mostPeople}`),
  );
  return rows.map(({ id, name, roles }) => ({ id, name, roles: inOrder(roles) }));
}

function namesOf(terms: Term[]): Query {
  return queryOf(terms).map((group) =>
    group.map(({ text, open }) => lexeme(text, open && !tooShort.test(text))),
  );
}
