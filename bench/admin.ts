import { measureList } from "./admin-lists.ts";
import { peopleList } from "./admin-users.ts";
import { titleList } from "./admin-movies.ts";
import { fillCatalogue } from "./large-catalogue.ts";
import { findPostgres, withOwnPostgres } from "./large-service.ts";
import { fillPeople } from "./users.ts";
import { emptyResult, type Part, type PartOptions, type PartResult } from "./result.ts";

/** The tables of users and titles of a large service, through the API's public calls. */
export const admin: Part = { title: "The admin area of a large service", run: benchAdmin };

/**
 * Measures `z/user/list` and `z/movie/list` with a million rows on a separate PostgreSQL: every filter, order and page.
 */
export async function benchAdmin({ quick, say }: PartOptions): Promise<PartResult> {
  const result = emptyResult();
  const size = quick ? 100_000 : 1_000_000;
  const each = quick ? 4 : 8;
  const bin = await findPostgres();
  if (!bin) {
    result.findings.push("No PostgreSQL is installed here: nothing was measured.");
    return result;
  }
  await withOwnPostgres(bin, async (database) => {
    const now = new Date();
    await fillPeople(database.db, { size, now, say });
    await fillCatalogue(database.db, { size, now, say });
    await measureList(database, peopleList, { size, each, result, say });
    await measureList(database, titleList, { size, each, result, say });
  });
  return result;
}
