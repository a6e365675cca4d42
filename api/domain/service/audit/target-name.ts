import { sql, type SQL } from "drizzle-orm";
import type { Locale } from "../../../../contract/locales.ts";
import { byPreference, preference } from "../../kernel/localised.ts";

/** The name that the target of an `audit_entry` has now, in the best language for the reader; null without one. */
export function targetName(locale: Locale): SQL<string | null> {
  const id = sql`audit_entry.target_id`;
  const key = sql`case when ${id} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${id}::uuid end`;
  const planNames = sql.join(
    preference(locale).map((tag) => sql`p.texts -> ${tag}::text ->> 'name'`),
    sql`, `,
  );
  return sql<string | null>`case audit_entry.target_kind
    when 'user' then (select coalesce(u.name, u.email) from user_account u where u.uid = ${id})
    when 'movie' then (select t.title from movie_text t where t.movie_id = ${id}
      order by ${byPreference(sql`t.locale`, locale)} limit 1)
    when 'genre' then (select g.name from genre_name g where g.genre = ${id}
      order by ${byPreference(sql`g.locale`, locale)} limit 1)
    when 'magnet' then (select m.name from magnet m where m.id = ${id})
    when 'key' then (select k.name from api_key k where k.id = ${key})
    when 'webhook' then (select w.name from webhook_endpoint w where w.id = ${key})
    when 'code' then (select b.name from code_batch b where b.id = ${key})
    when 'plan' then (select coalesce(${planNames}) from plan p where p.id = ${id})
  end`;
}
