import { Crown } from "lucide-react";
import { useTranslation } from "react-i18next";
import { levelOfTier } from "../../../contract/catalogue/values.ts";
import { useTierInWords, useTierName } from "../../ui/access-badge.tsx";
import type { Standing } from "./view.ts";

/** The head of the page: what VIP is, or the state of the user's membership. */
export function StandingCard({ standing }: { standing: Standing }) {
  const { t } = useTranslation();
  const member = standing.kind !== "none" && standing.kind !== "lapsed";
  return (
    <header className="vip-head" data-member={member || undefined}>
      <span className="vip-crown">
        <Crown aria-hidden="true" className="size-7" strokeWidth={2} />
      </span>
      <div className="min-w-0">
        <h1 className="text-xl font-extrabold tracking-tight min-[26rem]:text-2xl">
          {t(member ? "membership.yours" : "membership.heading")}
        </h1>
        <StandingWords standing={standing} />
      </div>
    </header>
  );
}

function StandingWords({ standing }: { standing: Standing }) {
  const { t } = useTranslation();
  switch (standing.kind) {
    case "none":
      return <p className="vip-words">{t("membership.intro")}</p>;
    case "forever":
      return <p className="vip-words">{t("membership.forever")}</p>;
    case "lapsed":
      return <p className="vip-words">{t("membership.lapsed", { date: standing.since })}</p>;
    case "grace":
      return <p className="vip-words vip-warning">{t("membership.grace", { date: standing.until })}</p>;
    case "paused":
      return <p className="vip-words">{t("membership.paused", { time: standing.left })}</p>;
    case "active":
      return (
        <>
          <Until standing={standing} />
          {standing.note ? <p className="vip-words">{standing.note}</p> : null}
        </>
      );
  }
}

/** When it ends; of several tiers, which one lasts until when. */
function Until({ standing: { until, tiers } }: { standing: Extract<Standing, { kind: "active" }> }) {
  const { t } = useTranslation();
  const name = useTierName();
  const [first, ...later] = tiers;
  const named = useTierInWords(levelOfTier(first?.tier ?? 1)) !== null;
  if (!first || !named) return <p className="vip-until">{t("membership.until", { date: until })}</p>;
  const say = (key: "tierUntil" | "tierThen", one: { tier: number; until: string }) =>
    t(`membership.${key}`, { tier: name(levelOfTier(one.tier)), date: one.until });
  return (
    <>
      <p className="vip-until">{say("tierUntil", first)}</p>
      {later.map((one) => (
        <p key={one.tier} className="vip-words">
          {say("tierThen", one)}
        </p>
      ))}
    </>
  );
}
