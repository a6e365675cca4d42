import { sql } from "drizzle-orm";
import type { AuditEntry, Page, ParsedOf } from "../../../contract/index.ts";
import type { Locale } from "../../../contract/locales.ts";
import type { Db } from "../../db/client.ts";
import { rowsOf } from "../../db/rows-of.ts";
import { userConditions } from "../accounts/users/user-filter.ts";
import { readWords } from "../catalogue/admin/find-movies.ts";
import { listAudit } from "../service/audit/list-audit.ts";

/** Users and titles that one text may mean; of more, the log shows those of the first. */
const mostMeant = 200;

/** The audit log by what admins type: ids, names of people, words of titles. */
export async function searchAudit(
  db: Db,
  { actor, target, ...filter }: ParsedOf<"z/audit/list"> & { locale: Locale; now: Date },
): Promise<Page<AuditEntry>> {
  return listAudit(db, {
    ...filter,
    ...(actor !== undefined && {
      actor: { uids: [actor, ...(await usersCalled(db, actor, filter))], name: actor },
    }),
    ...(target !== undefined && {
      targets: [target, ...(await usersCalled(db, target, filter)), ...(await titlesCalled(db, target))],
    }),
  });
}

async function usersCalled(db: Db, q: string, { now }: { now: Date }): Promise<string[]> {
  const conditions = sql.join([sql`not u.anonymous`, ...userConditions({ q }, now)], sql` and `);
  const found = await db.execute(
    sql`select u.uid from user_account u where ${conditions} order by u.admin desc, u.uid limit ${mostMeant}`,
  );
  return rowsOf<{ uid: string }>(found).map(({ uid }) => uid);
}

async function titlesCalled(db: Db, q: string): Promise<string[]> {
  const found = await db.execute(
    sql`select m.id from movie m where ${(await readWords(db, q)).matches} order by m.id limit ${mostMeant}`,
  );
  return rowsOf<{ id: string }>(found).map(({ id }) => id);
}
