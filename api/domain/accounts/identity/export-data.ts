import { and, asc, eq, gt, inArray, ne, sql } from "drizzle-orm";
import type { ExportPart, OutputOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import {
  downloadLicences,
  externalIdentities,
  favourites,
  feedback,
  follows,
  membershipEvents,
  noticeChoices,
  noticeEvents,
  notices,
  orders,
  passkeys,
  paymentLines,
  profiles,
  progress,
  pushSubscriptions,
  secondFactors,
  sessions,
  statEvents,
  subscriptions,
  votes,
} from "../../../db/schema.ts";
import { decodeCursor, encodeCursor } from "../../kernel/cursor.ts";
import { deviceName } from "./device-name.ts";
import type { User } from "../../kernel/user.ts";

/** Rows of a page: enough to hold one part for most users, and never much memory. */
const pageSize = 500;

type Item = Record<string, unknown>;
type Reader = (
  db: Db,
  input: { user: User; after: string },
) => Promise<{ items: Item[]; last: string | null }>;

type ViewerReader = (
  db: Db,
  input: { uid: string; after: string },
) => Promise<{ items: Item[]; last: string | null }>;

/** Reads a part of the account's own profile, then of each further one, whose items name it. */
function ofEachViewer(read: ViewerReader): Reader {
  return async (db, { user, after }) => {
    const further = await profilesOf(db, user.uid);
    const viewers = [user.uid, ...further.map(({ id }) => id)];
    const [, number = "0", rest = ""] = /^(\d+):(.*)$/.exec(after) ?? [];
    const at = Number(number);
    const uid = viewers[at];
    if (uid === undefined) return { items: [], last: null };
    const { items, last } = await read(db, { uid, after: rest });
    const own = at === 0 ? items : items.map((item) => ({ profile: uid, ...item }));
    if (last !== null) return { items: own, last: `${at}:${last}` };
    return { items: own, last: at + 1 < viewers.length ? `${at + 1}:` : null };
  };
}

/** The further profiles of an account, the oldest first. */
function profilesOf(db: Db, uid: string) {
  return db
    .select()
    .from(profiles)
    .where(and(eq(profiles.uid, uid), ne(profiles.id, uid)))
    .orderBy(asc(profiles.createdAt), asc(profiles.id));
}

/** Listed in export order. Each reader pages by the key that orders its table. */
const readers: Record<ExportPart, Reader> = {
  async account(db, { user }) {
    const ours = ["demo", "profileEdited", "revision", "proofsAfter", "mailbox"];
    const account = omit(user, ours);
    const [choices] = await db.select().from(noticeChoices).where(eq(noticeChoices.uid, user.uid));
    const [factor] = await db.select().from(secondFactors).where(eq(secondFactors.uid, user.uid));
    const keys = await db.select().from(passkeys).where(eq(passkeys.uid, user.uid));
    const linked = await db.select().from(externalIdentities).where(eq(externalIdentities.uid, user.uid));
    const item = {
      ...account,
      notices: choices ? withoutUid(choices) : null,
      // Its secret opens the account, so no file holds it.
      passkeys: keys.map(({ name, createdAt, usedAt, backedUp }) => ({ name, createdAt, usedAt, backedUp })),
      linked: linked.map(({ uid: _same, ...identity }) => identity),
      secondFactor: factor ? { createdAt: factor.createdAt } : null,
    };
    return { items: [item], last: null };
  },
  async profiles(db, { user }) {
    const rows = await profilesOf(db, user.uid);
    // A PIN is no data for a file.
    const items = rows.map(({ pinHash, guessedUntil: _ours, ...row }) => ({
      ...withoutUid(row),
      protected: pinHash !== null,
    }));
    return { items, last: null };
  },
  async devices(db, { user }) {
    const rows = await db.select().from(sessions).where(eq(sessions.uid, user.uid));
    const pushes = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.uid, user.uid));
    return {
      items: rows.map(({ tokenHash: session, userAgent, createdAt, lastSeenAt, expiresAt }) => ({
        ...deviceName(userAgent),
        userAgent,
        createdAt,
        lastSeenAt,
        expiresAt,
        // The browser's keys are no data about the user.
        pushes: pushes
          .filter(({ tokenHash }) => tokenHash === session)
          .map(({ endpoint, locale, createdAt }) => ({ endpoint, locale, createdAt })),
      })),
      last: null,
    };
  },
  favourites: ofEachViewer(async (db, { uid, after }) => {
    const rows = await db
      .select()
      .from(favourites)
      .where(and(eq(favourites.uid, uid), gt(favourites.movieId, after)))
      .orderBy(asc(favourites.movieId))
      .limit(pageSize);
    return pageOf(rows, ({ movieId }) => movieId);
  }),
  votes: ofEachViewer(async (db, { uid, after }) => {
    const rows = await db
      .select()
      .from(votes)
      .where(and(eq(votes.uid, uid), gt(votes.movieId, after)))
      .orderBy(asc(votes.movieId))
      .limit(pageSize);
    return pageOf(rows, ({ movieId }) => movieId);
  }),
  follows: ofEachViewer(async (db, { uid, after }) => {
    const rows = await db
      .select()
      .from(follows)
      .where(and(eq(follows.uid, uid), gt(follows.collectionId, after)))
      .orderBy(asc(follows.collectionId))
      .limit(pageSize);
    return pageOf(rows, ({ collectionId }) => collectionId);
  }),
  history: ofEachViewer(async (db, { uid, after }) => {
    const place = sql<string>`${progress.movieId} || ':' || lpad(${progress.index}::text, 4, '0')`;
    const rows = await db
      .select({ row: progress, place })
      .from(progress)
      .where(and(eq(progress.uid, uid), sql`${place} collate "C" > ${after}`))
      .orderBy(sql`${place} collate "C"`)
      .limit(pageSize);
    const last = rows.length === pageSize ? rows.at(-1)!.place : null;
    return { items: rows.map(({ row }) => withoutUid(row)), last };
  }),
  downloads: ofEachViewer(async (db, { uid, after }) => {
    const rows = await db
      .select()
      .from(downloadLicences)
      .where(and(eq(downloadLicences.uid, uid), gt(downloadLicences.id, after)))
      .orderBy(asc(downloadLicences.id))
      .limit(pageSize);
    return pageOf(rows, ({ id }) => id);
  }),
  async membership(db, { user, after }) {
    const rows = await db
      .select()
      .from(membershipEvents)
      .where(and(eq(membershipEvents.uid, user.uid), gt(membershipEvents.seq, Number(after || 0))))
      .orderBy(asc(membershipEvents.seq))
      .limit(pageSize);
    const page = pageOf(rows, ({ seq }) => String(seq));
    // Which admin wrote it, and the admin's notes, are not the user's data.
    const ours = ["grantedBy", "grantedName", "reason", "seq"];
    return { ...page, items: page.items.map((item) => omit(item, ours)) };
  },
  async orders(db, { user, after }) {
    const rows = await db
      .select()
      .from(orders)
      .where(and(eq(orders.uid, user.uid), gt(orders.number, after)))
      .orderBy(asc(orders.number))
      .limit(pageSize);
    const numbers = rows.map(({ number }) => number);
    const lines = await db.select().from(paymentLines).where(inArray(paymentLines.number, numbers));
    const renewing = after
      ? []
      : await db.select().from(subscriptions).where(eq(subscriptions.uid, user.uid));
    const page = pageOf(rows, ({ number }) => number);
    const items = page.items.map(({ key: _form, takenS: _too, grantedS: _also, ...order }) => ({
      ...order,
      payments: lines
        .filter(({ number }) => number === order.number)
        .map(({ id: _ours, seq: _order, number: _same, ...line }) => line),
    }));
    return { ...page, items: [...items, ...renewing.map((row) => ({ subscription: withoutUid(row) }))] };
  },
  async feedback(db, { user, after }) {
    const rows = await db
      .select()
      .from(feedback)
      .where(and(eq(feedback.uid, user.uid), gt(feedback.receipt, after)))
      .orderBy(asc(feedback.receipt))
      .limit(pageSize);
    const page = pageOf(rows, ({ receipt }) => receipt);
    // Which admin answered is not the user's data.
    return {
      ...page,
      items: page.items.map(({ repliedBy: _theirs, key: _form, revision: _also, ...item }) => item),
    };
  },
  async notices(db, { user, after }) {
    const rows = await db
      .select({ notice: notices, topic: noticeEvents.topic, data: noticeEvents.data })
      .from(notices)
      .innerJoin(noticeEvents, eq(noticeEvents.id, notices.eventId))
      .where(and(eq(notices.uid, user.uid), after ? sql`${notices.eventId} > ${after}::uuid` : undefined))
      .orderBy(asc(notices.eventId))
      .limit(pageSize);
    const items = rows.map(({ notice, topic, data }) => ({ ...notice, topic, data }));
    return pageOf(items, ({ eventId }) => eventId);
  },
  async events(db, { user, after }) {
    const rows = await db
      .select()
      .from(statEvents)
      .where(and(eq(statEvents.uid, user.uid), gt(statEvents.id, after)))
      .orderBy(asc(statEvents.id))
      .limit(pageSize);
    return pageOf(rows, ({ id }) => id);
  },
};

const order = Object.keys(readers) as ExportPart[];
const partKey = /^[a-z]+$/;

/** All data kept about a user, a page at a time. A part has at least one page and may have several. */
export async function exportData(
  db: Db,
  { user, cursor }: { user: User; cursor: string | undefined },
): Promise<OutputOf<"profile/export">> {
  const place = cursor ? decodeCursor(cursor, partKey) : null;
  const part = order.find((name) => name === place?.key) ?? order[0]!;
  const after = place && place.id !== start ? place.id : "";
  const { items, last } = await readers[part](db, { user, after });
  const following = order[order.indexOf(part) + 1];
  const next = last !== null ? { key: part, id: last } : following ? { key: following, id: start } : null;
  return { part, items: items.map(plain), next: next && encodeCursor(next) };
}

/** Marks a part's beginning in a cursor, which otherwise names a row. */
const start = "-";

function pageOf<R extends Item & { uid?: string | null }>(rows: R[], keyOf: (row: R) => string) {
  const last = rows.length === pageSize ? keyOf(rows.at(-1)!) : null;
  return { items: rows.map(withoutUid), last };
}

function omit(item: Item, names: readonly string[]): Item {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)));
}

/** The top of the export already names the user. */
function withoutUid({ uid: _same, ...item }: Item): Item {
  return item;
}

/** In transport form: times as text. */
function plain(item: Item): Item {
  return JSON.parse(JSON.stringify(item)) as Item;
}
