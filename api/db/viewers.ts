import { sql } from "drizzle-orm";

/**
 * Those for whom lists, histories and votes are kept, to be joined by `uid`: users, and the further profiles of accounts.
 * Profiles of one account have its origin, so that they weigh as a household does, not as so many users. `account`: the
 * uid of the account.
 */
export const viewers = sql`(
  select uid, uid as account, origin, recording, recommending from user_account
  union all
  select p.id, p.uid, coalesce(u.origin, u.uid), p.recording, p.recommending
    from profile p join user_account u on u.uid = p.uid where p.id <> p.uid)`;
