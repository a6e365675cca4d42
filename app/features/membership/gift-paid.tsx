import { Link } from "@remix-run/react";
import { Gift } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Notes, State } from "./order-states.tsx";
import type { GiftView, OrderView } from "./view.ts";

/** The code of a gift, and what became of it. */
export function GiftCode({ gift }: { gift: GiftView }) {
  const { t } = useTranslation();
  return (
    <div className="mt-4 w-full rounded-xl bg-gold-tint p-4 text-center text-gold">
      <p className="text-sm font-semibold">{t("gift.code")}</p>
      <p>
        <bdi dir="ltr" className="font-mono text-lg font-bold wrap-anywhere select-all">
          {gift.code}
        </bdi>
      </p>
      {gift.notes.map((note) => (
        <p key={note} className="mt-1 text-sm wrap-anywhere">
          {note}
        </p>
      ))}
    </div>
  );
}

/** A gift that is paid. */
export function GiftPaid({ order, gift }: { order: OrderView; gift: GiftView }) {
  const { t } = useTranslation();
  return (
    <State
      mark={<Gift aria-hidden="true" className="size-8" />}
      tone="gold"
      title={t("gift.paid")}
      text={t("gift.paidText")}
    >
      <GiftCode gift={gift} />
      <Notes notes={[...(order.part ? [order.part.text] : []), ...order.notes]} />
      <Link to={`/page/pay?order=${order.number}&view=receipt`} className="button button-quiet min-h-12">
        {t("pay.receipt")}
      </Link>
      <Link to="/" className="button text-sm text-ink-soft">
        {t("pay.browse")}
      </Link>
    </State>
  );
}
