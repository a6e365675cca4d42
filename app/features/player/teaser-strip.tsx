import { Link } from "@remix-run/react";
import { Crown, UserRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { needsVip } from "../../../contract/catalogue/values.ts";
import type { PlaybackStart } from "../../../contract/index.ts";
import { useTierInWords } from "../../ui/access-badge.tsx";
import { clock } from "./clock.ts";
import { plansUrl, signInUrl, type Needs } from "./needs.ts";

type Shown = Pick<PlaybackStart, "durationS" | "teaser">;

/** The words for how much of an episode the teaser shows. */
export function useTeaserWords({ durationS, teaser }: Shown): string {
  const { t } = useTranslation();
  return t("teaser.of", { time: clock(durationS), total: clock(teaser?.wholeS ?? durationS) });
}

/** @returns the link for a user who watches a teaser, and its label */
export function useWayOn(needs: Needs, to: string): { url: string; name: string } {
  const { t } = useTranslation();
  const tier = useTierInWords(needs);
  if (needsVip(needs))
    return { url: plansUrl(to), name: tier === null ? t("paywall.plans") : t("paywall.tierPlans", { tier }) };
  return { url: signInUrl(to), name: t("login.signIn") };
}

type StripProps = {
  playback: Shown;
  /** Address of the movie. */
  to: string;
  /** The user has an account. */
  member: boolean;
};

/** Below the picture of a teaser: says that it is one, and links to the rest. Works without scripts, too. */
export function TeaserStrip(props: StripProps) {
  const { teaser } = props.playback;
  return teaser ? <Strip {...props} needs={teaser.needs} /> : null;
}

function Strip({ playback, to, member, needs }: StripProps & { needs: Needs }) {
  const { t } = useTranslation();
  const words = useTeaserWords(playback);
  const { url, name } = useWayOn(needs, to);
  const vip = needsVip(needs);
  const tier = useTierInWords(needs);
  const Icon = vip ? Crown : UserRound;
  return (
    <div className={`teaser-strip ${vip ? "teaser-strip-vip" : ""}`}>
      <Icon aria-hidden="true" className="size-5 shrink-0" strokeWidth={2} />
      <p className="min-w-0 flex-1">
        <strong className="tabular-nums">{words}</strong>{" "}
        <span>
          {tier === null || !vip ? t(`teaser.${vip ? "vip" : "account"}`) : t("teaser.tier", { tier })}
        </span>{" "}
        {vip && !member ? <Link to={signInUrl(to)}>{t("login.signIn")}</Link> : null}
      </p>
      <Link to={url} className={`button ${vip ? "button-gold" : "button-primary"}`}>
        {name}
      </Link>
    </div>
  );
}

/** The same over the picture, if that is large or fills the screen. */
export function TeaserChip({ playback, to }: Pick<StripProps, "playback" | "to">) {
  return playback.teaser ? <Chip playback={playback} to={to} needs={playback.teaser.needs} /> : null;
}

function Chip({ playback, to, needs }: Pick<StripProps, "playback" | "to"> & { needs: Needs }) {
  const words = useTeaserWords(playback);
  const { url, name } = useWayOn(needs, to);
  return (
    <div className="teaser-chip">
      <Link to={url} dir="auto">
        <span className="tabular-nums">{words}</span>
        <strong>{name}</strong>
      </Link>
    </div>
  );
}
