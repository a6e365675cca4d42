import { Link } from "@remix-run/react";
import { Crown, UserRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { needsVip } from "../../../contract/catalogue/values.ts";
import type { Artwork } from "../../../contract/index.ts";
import { useTierInWords } from "../../ui/access-badge.tsx";
import { Backdrop } from "../../ui/artwork.tsx";
import { joinUrl, plansUrl, signInUrl, type Needs } from "./needs.ts";

export type PaywallProps = {
  artwork: Artwork;
  needs: Needs;
  /** Address of the movie. */
  to: string;
  /** The user has an account. */
  member: boolean;
};

/** Replaces the player for a movie that this user may not watch: names the level needed, and links to it. */
export function Paywall({ artwork, needs, to, member }: PaywallProps) {
  const { t } = useTranslation();
  const vip = needsVip(needs);
  const tier = useTierInWords(needs);
  const of = (plain: "title" | "text" | "plans", named: "tierTitle" | "tierText" | "tierPlans") =>
    tier === null ? t(`paywall.${plain}`) : t(`paywall.${named}`, { tier });
  const Icon = vip ? Crown : UserRound;
  return (
    <section className="stage-panel" aria-labelledby="paywall-title">
      <Backdrop artwork={artwork} eager first className="stage-backdrop" sizes="100vw" />
      <div className="stage-words">
        <span className={`paywall-sign ${vip ? "paywall-sign-vip" : ""}`}>
          <Icon aria-hidden="true" className="size-7" strokeWidth={2} />
        </span>
        <h2
          id="paywall-title"
          className="mt-3 text-xl font-extrabold tracking-tight @min-[600px]/page:text-2xl"
        >
          {vip ? of("title", "tierTitle") : t("paywall.accountTitle")}
        </h2>
        <p className="mt-1.5 max-w-md text-sm text-white/85 @min-[600px]/page:text-base">
          {vip ? of("text", "tierText") : t("paywall.accountText")}
        </p>
        <div className="mt-4 flex flex-wrap justify-center gap-2.5">
          <Link
            to={vip ? plansUrl(to) : signInUrl(to)}
            className={`button ${vip ? "button-gold" : "button-primary"}`}
          >
            {vip ? of("plans", "tierPlans") : t("login.signIn")}
          </Link>
          <Link
            to={vip ? signInUrl(to) : joinUrl(to)}
            className="button bg-white/15 text-white hover:bg-white/25"
          >
            {t(vip ? (member ? "paywall.other" : "paywall.signIn") : "login.signUp")}
          </Link>
        </div>
        {vip ? (
          <p className="mt-3 text-xs text-white/80">
            {t(!member ? "paywall.member" : tier === null ? "paywall.notVip" : "paywall.tierNot")}
          </p>
        ) : null}
      </div>
    </section>
  );
}
