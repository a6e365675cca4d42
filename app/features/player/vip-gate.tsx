import { Link } from "@remix-run/react";
import { Crown } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Artwork } from "../../../contract/index.ts";
import { Backdrop } from "../../ui/artwork.tsx";

/** In place of the player, for a title that this person may not watch: what VIP is, and the way to it. */
export function VipGate({ artwork, to, member }: { artwork: Artwork; to: string; member: boolean }) {
  const { t } = useTranslation();
  return (
    <section className="stage-panel" aria-labelledby="gate-title">
      <Backdrop artwork={artwork} eager first className="stage-backdrop" sizes="100vw" />
      <div className="stage-words">
        <span className="grid size-14 place-items-center rounded-full bg-linear-to-b from-[#f6d688] to-gold-bright text-[#3a2900] shadow-lift">
          <Crown aria-hidden="true" className="size-7" strokeWidth={2} />
        </span>
        <h2 id="gate-title" className="mt-3 text-xl font-extrabold tracking-tight @min-[600px]/page:text-2xl">
          {t("gate.title")}
        </h2>
        <p className="mt-1.5 max-w-md text-sm text-white/85 @min-[600px]/page:text-base">{t("gate.text")}</p>
        <div className="mt-4 flex flex-wrap justify-center gap-2.5">
          <Link to={`/page/membership?${new URLSearchParams({ to })}`} className="button button-gold">
            {t("gate.plans")}
          </Link>
          <Link
            to={`/page/login?${new URLSearchParams({ to })}`}
            className="button bg-white/15 text-white hover:bg-white/25"
          >
            {t(member ? "gate.other" : "gate.signIn")}
          </Link>
        </div>
        <p className="mt-3 text-xs text-white/80">{t(member ? "gate.notVip" : "gate.member")}</p>
      </div>
    </section>
  );
}
