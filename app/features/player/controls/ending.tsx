import { Link, useRevalidator } from "@remix-run/react";
import { Crown, RotateCcw, RotateCw, UserRound } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { needsVip } from "../../../../contract/catalogue/values.ts";
import { useTierInWords } from "../../../ui/access-badge.tsx";
import type { NowPlaying } from "../now-playing.ts";
import { plansUrl, signInUrl, type Needs } from "../needs.ts";
import { usePlayerState } from "../use-store.ts";
import "./ending.css";

/**
 * Covers the picture if this user can't watch any further: a teaser is over, or the entitlement has ended meanwhile.
 * Names the level needed, and links to it and back; the position is kept.
 */
export function Ending({ nowPlaying }: { nowPlaying: NowPlaying }) {
  const { store, playback, access } = nowPlaying;
  const ended = usePlayerState(store, (s) => s.phase === "ended");
  const refused = usePlayerState(store, (s) => s.needs);
  const needs = refused === "vip" && needsVip(access) ? access : refused;
  if (needs) return <Panel nowPlaying={nowPlaying} needs={needs} of="right" />;
  if (ended && playback.teaser)
    return <Panel nowPlaying={nowPlaying} needs={playback.teaser.needs} of="teaser" />;
  return null;
}

function Panel({ nowPlaying, needs, of }: { nowPlaying: NowPlaying; needs: Needs; of: "teaser" | "right" }) {
  const { t } = useTranslation();
  const { store, box, member, here, retry, isWhole } = nowPlaying;
  const title = useId();
  const main = useRef<HTMLAnchorElement>(null);
  const { revalidate } = useRevalidator();
  // Without an account no membership can have ended: the user has signed out.
  const tier = useTierInWords(needs);
  const wayOn = needsVip(needs) && (of === "teaser" || member) ? "vip" : "account";
  const Icon = wayOn === "vip" ? Crown : UserRound;
  useEffect(() => {
    const { pip, fullscreen } = store.state();
    // A window or a screen with the video alone would not show this.
    if (pip) store.request("pip", false);
    if (fullscreen && document.fullscreenElement !== box) store.request("fullscreen", false);
    if (box.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [store, box]);
  useEffect(() => {
    // The user may have paid or signed in elsewhere, by now or by the time they come back: playback then continues.
    const leave = new AbortController();
    const goOn = of === "teaser" ? revalidate : retry;
    const look = async () => {
      if (document.visibilityState === "visible" && (await isWhole()) && !leave.signal.aborted) goOn();
    };
    if (of === "teaser") void look();
    document.addEventListener("visibilitychange", () => void look(), { signal: leave.signal });
    return () => leave.abort();
  }, [of, revalidate, retry, isWhole]);
  const again = () => {
    store.request("seek", 0);
    store.request("play");
  };
  const lapsed = of === "right" && wayOn === "vip";
  const text = of === "teaser" ? "kept" : lapsed ? "overKept" : "signedOut";
  const plans =
    tier === null
      ? t(lapsed ? "controls.ending.renew" : "paywall.plans")
      : t(lapsed ? "controls.ending.tierRenew" : "paywall.tierPlans", { tier });
  const Again = of === "teaser" ? RotateCcw : RotateCw;
  return (
    <section className="ending" aria-labelledby={title}>
      <div className="ending-words" dir="auto" role="alert">
        <span className={`paywall-sign ${wayOn === "vip" ? "paywall-sign-vip" : ""}`}>
          <Icon aria-hidden="true" className="size-6" strokeWidth={2} />
        </span>
        <h2 id={title} className="ending-title">
          {wayOn === "vip" && tier !== null
            ? t(`controls.ending.${lapsed ? "tierOver" : "tier"}`, { tier })
            : t(`controls.ending.${lapsed ? "over" : wayOn}`)}
        </h2>
        <p className="ending-text">{t(`controls.ending.${text}`)}</p>
      </div>
      <div className="ending-ways" dir="auto">
        <Link
          ref={main}
          to={wayOn === "vip" ? plansUrl(here) : signInUrl(here)}
          className={`button ${wayOn === "vip" ? "button-gold" : "button-primary"}`}
        >
          {wayOn === "account" ? t("login.signIn") : plans}
        </Link>
        {wayOn === "vip" && !member ? (
          <Link to={signInUrl(here)} className="button ending-other">
            {t("login.signIn")}
          </Link>
        ) : null}
        <button
          type="button"
          className="button ending-other ending-again"
          onClick={of === "teaser" ? again : retry}
        >
          <Again aria-hidden="true" className="size-4.5" />
          <span>{t(of === "teaser" ? "controls.ending.again" : "player.retry")}</span>
        </button>
      </div>
    </section>
  );
}
