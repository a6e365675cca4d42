import { Crown } from "lucide-react";
import { useTranslation } from "react-i18next";
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
          <p className="vip-until">{t("membership.until", { date: standing.until })}</p>
          {standing.note ? <p className="vip-words">{standing.note}</p> : null}
        </>
      );
  }
}
