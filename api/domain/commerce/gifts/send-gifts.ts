import { and, eq, isNotNull, isNull, lte, or } from "drizzle-orm";
import { defaultLocale, matchLocale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { codes, gifts, orders, users } from "../../../db/schema.ts";
import type { Mailer } from "../../../ports/mailer.ts";
import { writeMail, type Words } from "../../service/mail/letter.ts";
import { knownCode } from "../codes/batches.ts";
import { wordsOf, type OrderRow } from "../payments/order-row.ts";
import type { GiftRow } from "./gift-row.ts";

type Deps = {
  db: Db;
  /** Null = no mail can be sent: buyers hand the codes over. */
  mailer: Mailer | null;
  linkBase: string;
  words: Words;
  codeSecret: string;
  onError: (error: unknown) => void;
};

const mostAtOnce = 50;

/**
 * Mails the gifts whose day has come, to whom they are for. Each is noted before it is sent: a process that dies in
 * between sends one mail too few, never one too many, and the buyer sees the code in any case. Of a buyer who has left,
 * the address and the message are forgotten then.
 * @returns number of mails
 */
export async function sendGifts(deps: Deps, now: Date): Promise<number> {
  const { db, mailer } = deps;
  if (!mailer) return 0;
  const today = now.toISOString().slice(0, 10);
  const isReady = and(isNull(codes.revokedAt), eq(codes.used, 0));
  const due = await db
    .select({ gift: gifts, order: orders, code: codes, buyer: users.name })
    .from(gifts)
    .innerJoin(orders, eq(orders.number, gifts.number))
    .innerJoin(codes, eq(codes.hash, gifts.hash))
    .leftJoin(users, eq(users.uid, orders.uid))
    .where(
      and(
        isNotNull(gifts.email),
        isNull(gifts.mailedAt),
        or(isNull(gifts.deliverOn), lte(gifts.deliverOn, today)),
        isReady,
      ),
    )
    .orderBy(gifts.deliverOn)
    .limit(mostAtOnce);
  let sent = 0;
  for (const { gift, order, code, buyer } of due) {
    const forgotten = order.uid === null ? { email: null, message: null } : {};
    const noted = await db
      .update(gifts)
      .set({ mailedAt: now, ...forgotten })
      .where(and(eq(gifts.number, gift.number), isNull(gifts.mailedAt)))
      .returning({ number: gifts.number });
    if (noted.length === 0) continue;
    try {
      await mailer.send(letterOf(deps, { gift, order, buyer, code: knownCode(deps.codeSecret, code) }));
      sent += 1;
    } catch (error) {
      deps.onError(error);
    }
  }
  return sent;
}

type Given = { gift: GiftRow; order: OrderRow; buyer: string | null; code: string };

function letterOf({ words, linkBase }: Deps, { gift, order, buyer, code }: Given) {
  const locale = matchLocale(gift.locale) ?? defaultLocale;
  const values = { plan: wordsOf(order.plan, locale).name, name: buyer ?? "", code };
  const say = (key: string) => words(`mail.${key}`, locale, values);
  return writeMail({
    to: gift.email!,
    locale,
    subject: say("giftSubject"),
    paragraphs: [
      say(buyer ? "giftFrom" : "giftText"),
      ...(gift.message ? [gift.message] : []),
      say("giftCode"),
    ],
    link: { label: say("giftAction"), url: `${linkBase}/page/membership#code` },
    notes: [say("giftOnce")],
    signature: words("app.name", locale),
  });
}
