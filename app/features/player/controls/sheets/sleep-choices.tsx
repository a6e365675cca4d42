import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { NowPlaying } from "../../now-playing.ts";
import { minutesLeft, sleepMinutes, type Sleep } from "../../sleep-timer.ts";
import { usePlayerState } from "../../use-store.ts";
import { useSleep } from "../use-sleep.ts";
import { Choices } from "./choices.tsx";

const off = "";
const end = "end";

/** When playback pauses by itself. */
export function SleepChoices({ nowPlaying: { store, sleep } }: { nowPlaying: NowPlaying }) {
  const { t, i18n } = useTranslation();
  const { after } = useSleep(sleep);
  const choose = (value: string) => {
    // A video that is repeated has no end.
    if (value === end && store.state().loop) store.request("loop", false);
    sleep.set(value === off ? null : value === end ? end : Number(value));
  };
  return (
    <Choices
      legend={t("controls.sleep")}
      value={after === null ? off : String(after)}
      onChange={choose}
      choices={[
        { value: off, label: t("controls.off") },
        ...sleepMinutes.map((count) => ({ value: String(count), label: inMinutes(count, i18n.language) })),
        { value: end, label: t("controls.sleepEnd") },
      ]}
    />
  );
}

/** The sleep timer's state in a few words, kept up to date while the video plays. */
export function useSleepNote({ store, sleep }: NowPlaying): string {
  const { t, i18n } = useTranslation();
  const chosen = useSleep(sleep);
  const minutes = usePlayerState(store, () => minutesLeft(sleep.read(), Date.now()));
  return noteOf(chosen, minutes, { t, locale: i18n.language });
}

function noteOf({ after }: Sleep, minutes: number | null, words: { t: TFunction; locale: string }): string {
  if (after === null) return words.t("controls.off");
  return minutes === null ? words.t("controls.sleepEnd") : inMinutes(minutes, words.locale);
}

function inMinutes(count: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: "unit", unit: "minute", unitDisplay: "long" }).format(count);
}
