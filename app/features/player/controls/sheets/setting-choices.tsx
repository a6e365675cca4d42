import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { NowPlaying } from "../../now-playing.ts";
import { saverHeight } from "../../engine/tuning.ts";
import { soundOf } from "../../sounds.ts";
import {
  heightOf,
  likelyFirst,
  subtitleGrounds,
  subtitleSizes,
  type Preferences,
} from "../../preferences.ts";
import { usePlayerState } from "../../use-store.ts";
import { rates } from "../keyboard.ts";
import { usePreferences } from "../use-preferences.ts";
import { Choices } from "./choices.tsx";

const sizeTexts = {
  small: "controls.sizes.small",
  normal: "controls.sizes.normal",
  large: "controls.sizes.large",
  huge: "controls.sizes.huge",
} as const;
const groundTexts = {
  none: "controls.grounds.none",
  shade: "controls.grounds.shade",
  solid: "controls.grounds.solid",
} as const;

/** The qualities, with their size per hour. Under data saver the heavy ones are hidden. */
export function QualityChoices({ nowPlaying: { store, playback, dataSaver } }: { nowPlaying: NowPlaying }) {
  const { t, i18n } = useTranslation();
  const quality = usePlayerState(store, (s) => s.quality);
  const rendition = usePlayerState(store, (s) => s.rendition);
  const weight = (bitrate: number) => t("controls.perHour", { size: perHour(bitrate, i18n.language) });
  const offered = playback.renditions.filter((one) => !dataSaver || heightOf(one) <= saverHeight);
  const auto = rendition?.auto ? t("controls.autoNow", { name: rendition.name }) : t("controls.auto");
  return (
    <>
      <Choices
        legend={t("controls.quality")}
        value={quality}
        onChange={(name) => store.request("quality", name)}
        choices={[
          { value: "auto", label: auto, note: rendition?.auto ? weight(rendition.bitrate) : undefined },
          ...offered
            .toReversed()
            .map(({ name, bitrate }) => ({ value: name, label: name, note: weight(bitrate) })),
        ]}
      />
      {dataSaver ? <p className="choices-note">{t("controls.saverOn")}</p> : null}
    </>
  );
}

export function RateChoices({ nowPlaying: { store } }: { nowPlaying: NowPlaying }) {
  const { t } = useTranslation();
  const rate = usePlayerState(store, (s) => s.rate);
  return (
    <Choices
      legend={t("controls.rate")}
      value={String(rate)}
      onChange={(value) => store.request("rate", Number(value))}
      choices={rates.map((one) => ({
        value: String(one),
        label: one === 1 ? t("controls.normalRate") : `${one}×`,
      }))}
    />
  );
}

export function AudioChoices({ nowPlaying: { store, playback } }: { nowPlaying: NowPlaying }) {
  const { t } = useTranslation();
  const audio = usePlayerState(store, (s) => s.audio);
  const heard = soundOf(playback, audio);
  return (
    <Choices
      legend={t("controls.audio")}
      value={heard?.id ?? ""}
      onChange={(id) => store.request("audio", id)}
      choices={playback.audio.map(({ id, label, locale, describes }) => ({
        value: id,
        label,
        lang: locale,
        below: describes ? t("controls.described") : undefined,
      }))}
    />
  );
}

/** The choice of subtitles, those this user probably wants first; their size and their background. */
export function SubtitleChoices({
  nowPlaying: { store, playback, preferences },
}: {
  nowPlaying: NowPlaying;
}) {
  const { t, i18n } = useTranslation();
  const chosen = usePlayerState(store, (s) => s.subtitles);
  const { subtitleSize, subtitleGround, subtitles: wanted } = usePreferences(preferences);
  // Rows that change places under a finger would be hard to hit: the order is that of the moment it was opened.
  const [languages] = useState(() => [
    ...(wanted && wanted !== "off" ? [wanted.locale] : []),
    i18n.language,
    ...navigator.languages,
    ...playback.audio.map(({ locale }) => locale),
  ]);
  const off = "";
  return (
    <>
      <Choices
        legend={t("controls.subtitles")}
        value={chosen ?? off}
        onChange={(id) => store.request("subtitles", id === off ? null : id)}
        choices={[
          { value: off, label: t("controls.off") },
          ...likelyFirst(playback.subtitles, languages).map(({ id, label, locale, kind }) => ({
            value: id,
            label,
            lang: locale,
            below: kind === "captions" ? t("controls.hardOfHearing") : undefined,
          })),
        ]}
      />
      <Choices
        legend={t("controls.size")}
        quiet={false}
        value={subtitleSize}
        onChange={(size) => preferences.change({ subtitleSize: size as Preferences["subtitleSize"] })}
        choices={subtitleSizes.map((size) => ({ value: size, label: t(sizeTexts[size]) }))}
      />
      <Choices
        legend={t("controls.ground")}
        quiet={false}
        value={subtitleGround}
        onChange={(ground) => preferences.change({ subtitleGround: ground as Preferences["subtitleGround"] })}
        choices={subtitleGrounds.map((ground) => ({ value: ground, label: t(groundTexts[ground]) }))}
      />
    </>
  );
}

/**
 * The size of an hour of video, in words of a language.
 * @param bitrate bits a second
 * @returns "540 MB", or "1.8 GB" from a thousand of them on
 */
export function perHour(bitrate: number, locale: string): string {
  const megabytes = (bitrate * 3_600) / 8 / 1e6;
  const large = megabytes >= 1_000;
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: large ? "gigabyte" : "megabyte",
    maximumSignificantDigits: large ? 2 : megabytes < 100 ? 2 : 3,
  }).format(large ? megabytes / 1_000 : Math.round(megabytes / 10) * 10 || megabytes);
}
