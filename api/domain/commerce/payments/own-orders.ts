import { and, desc, eq, sql } from "drizzle-orm";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { orders, plans } from "../../../db/schema.ts";
import type { PaymentMethod } from "../../../../contract/index.ts";
import type { TaxWishes } from "../../../ports/payment.ts";
import { decodeCursor, encodeCursor, timeKey } from "../../kernel/cursor.ts";
import { pricesOf, tellOrders, wordsOf } from "./order-row.ts";
import type { PaymentDeps } from "./payment-deps.ts";

const defaultLimit = 20;
/** A time as text, with the database's microseconds. */
export const createdText = sql<string>`to_char(${orders.createdAt} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** The plans on sale in a language, and the payment methods. */
export async function listPlans(
  { db, providers, giftMails }: PaymentDeps & { giftMails: boolean },
  { locale, tax }: { locale: Locale; tax: TaxWishes["tax"] },
): Promise<OutputOf<"plan/list">> {
  const rows = await db.select().from(plans).where(eq(plans.onSale, true)).orderBy(plans.position, plans.id);
  const methods: PaymentMethod[] = [...providers.map(({ method }) => method), "voucher"];
  return {
    methods,
    giftMails,
    taxAdded: tax === "added" && providers.some(({ method }) => method === "stripe"),
    items: rows.map(({ id, texts, duration, tier, trialDays, renews, prices }) => ({
      id,
      ...wordsOf({ texts }, locale),
      duration,
      tier,
      trialDays,
      // If no provider supports renewals, a plan is bought once.
      renews: renews && providers.some((one) => one.renews),
      prices: pricesOf({ prices }),
    })),
  };
}

/** A user's orders, latest first. */
export async function listOwnOrders(
  db: Db,
  { uid, cursor, limit = defaultLimit, locale }: ParsedOf<"order/list"> & { uid: string; locale: Locale },
): Promise<OutputOf<"order/list">> {
  const place = cursor ? decodeCursor(cursor, timeKey) : null;
  const rows = await db
    .select({ order: orders, key: createdText })
    .from(orders)
    .where(
      and(
        eq(orders.uid, uid),
        place
          ? sql`(${orders.createdAt}, ${orders.number}) < (${place.key}::timestamptz, ${place.id})`
          : undefined,
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.number))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: await tellOrders(
      db,
      shown.map(({ order }) => order),
      locale,
    ),
    next: rows.length > limit && last ? encodeCursor({ key: last.key, id: last.order.number }) : null,
  };
}
