import {
  AudioLines,
  BookOpen,
  Captions,
  ChevronRight,
  Gauge,
  Keyboard,
  Moon,
  Repeat,
  Settings2,
  Share2,
  SkipForward,
  Sun,
  type LucideIcon,
} from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { NowPlaying } from "../../now-playing.ts";
import { usePlayerState } from "../../use-store.ts";
import { darkest } from "../../store/requests.ts";
import { clock } from "../../clock.ts";
import { soundOf } from "../../sounds.ts";
import { chapterAt } from "../scrub-bar.tsx";
import { usePreferences } from "../use-preferences.ts";
import { Switch } from "./choices.tsx";
import { KeyTable } from "./help-sheet.tsx";
import { AudioChoices, QualityChoices, RateChoices, SubtitleChoices } from "./setting-choices.tsx";
import { ShareChoices } from "./share-choices.tsx";
import { Sheet } from "./sheet.tsx";
import { SleepChoices, useSleepNote } from "./sleep-choices.tsx";

export type SettingsPage =
  "menu" | "quality" | "rate" | "subtitles" | "audio" | "chapters" | "sleep" | "share" | "help";

const iconClass = "size-5 shrink-0 text-ink-faint";

/** All choices about playback: a menu, and a page for each choice. */
export function SettingsSheet({
  nowPlaying,
  first,
  close,
}: {
  nowPlaying: NowPlaying;
  first: SettingsPage;
  close: () => void;
}) {
  const { t } = useTranslation();
  const [page, setPage] = useState(first);
  const titles: Record<SettingsPage, string> = {
    menu: t("controls.settings"),
    quality: t("controls.quality"),
    rate: t("controls.rate"),
    subtitles: t("controls.subtitles"),
    audio: t("controls.audio"),
    chapters: t("controls.chapters"),
    sleep: t("controls.sleep"),
    share: t("player.share"),
    help: t("controls.help"),
  };
  const back = page === first ? undefined : () => setPage("menu");
  return (
    <Sheet title={titles[page]} box={nowPlaying.box} onBack={back} onClose={close}>
      {page === "menu" ? <Menu nowPlaying={nowPlaying} titles={titles} go={setPage} /> : null}
      {page === "quality" ? <QualityChoices nowPlaying={nowPlaying} /> : null}
      {page === "rate" ? <RateChoices nowPlaying={nowPlaying} /> : null}
      {page === "subtitles" ? <SubtitleChoices nowPlaying={nowPlaying} /> : null}
      {page === "audio" ? <AudioChoices nowPlaying={nowPlaying} /> : null}
      {page === "chapters" ? <ChapterList nowPlaying={nowPlaying} close={close} /> : null}
      {page === "sleep" ? <SleepChoices nowPlaying={nowPlaying} /> : null}
      {page === "share" ? <ShareChoices nowPlaying={nowPlaying} /> : null}
      {page === "help" ? <KeyTable nowPlaying={nowPlaying} /> : null}
    </Sheet>
  );
}

type MenuProps = {
  nowPlaying: NowPlaying;
  titles: Record<SettingsPage, string>;
  go: (page: SettingsPage) => void;
};

function Menu({ nowPlaying, titles, go }: MenuProps) {
  const { t } = useTranslation();
  const { store, playback } = nowPlaying;
  const quality = usePlayerState(store, (s) => s.quality);
  const rendition = usePlayerState(store, (s) => s.rendition);
  const rate = usePlayerState(store, (s) => s.rate);
  const subtitles = usePlayerState(store, (s) => s.subtitles);
  const audio = usePlayerState(store, (s) => s.audio);
  const chapter = usePlayerState(store, (s) => chapterAt(playback.chapters, s.positionS));
  const choice = usePlayerState(store, (s) => s.can.choice);
  const auto = rendition ? t("controls.autoNow", { name: rendition.name }) : t("controls.auto");
  const heard = soundOf(playback, audio);
  const sleepNote = useSleepNote(nowPlaying);
  const heardNote = heard?.describes ? `${heard.label} · ${t("controls.described")}` : (heard?.label ?? "");
  const rows: [SettingsPage, LucideIcon, string, boolean][] = [
    ["quality", Settings2, quality === "auto" ? auto : quality, choice && playback.renditions.length > 1],
    ["rate", Gauge, rate === 1 ? t("controls.normalRate") : `${rate}×`, true],
    [
      "subtitles",
      Captions,
      playback.subtitles.find(({ id }) => id === subtitles)?.label ?? t("controls.off"),
      playback.subtitles.length > 0,
    ],
    ["audio", AudioLines, heardNote, choice && playback.audio.length > 1],
    ["chapters", BookOpen, chapter, playback.chapters.length > 1],
    ["sleep", Moon, sleepNote, true],
    ["share", Share2, "", true],
  ];
  return (
    <div className="choices">
      {rows.map(([page, Icon, value, there]) =>
        there ? (
          <button key={page} type="button" className="choice" onClick={() => go(page)}>
            <Icon aria-hidden="true" className={iconClass} />
            <span className="choice-label">{titles[page]}</span>
            <span className="choice-note">{value}</span>
            <ChevronRight aria-hidden="true" className="flip size-4.5 shrink-0 text-ink-faint" />
          </button>
        ) : null,
      )}
      <Adjustments nowPlaying={nowPlaying} />
      <button type="button" className="choice keys-row" onClick={() => go("help")}>
        <Keyboard aria-hidden="true" className={iconClass} />
        <span className="choice-label">{titles.help}</span>
        <ChevronRight aria-hidden="true" className="flip size-4.5 shrink-0 text-ink-faint" />
      </button>
    </div>
  );
}

/** What is changed in the menu itself: brightness, repeat, and whether the next episode starts. */
function Adjustments({ nowPlaying }: { nowPlaying: NowPlaying }) {
  const { t } = useTranslation();
  const { store, playback, preferences, series, sleep, dataSaver } = nowPlaying;
  const loop = usePlayerState(store, (s) => s.loop);
  const brightness = usePlayerState(store, (s) => s.brightness);
  const { autoplay } = usePreferences(preferences);
  return (
    <>
      <label className="choice choice-slider">
        <Sun aria-hidden="true" className={iconClass} />
        <span className="choice-label">{t("controls.brightness")}</span>
        <input
          type="range"
          className="volume-range"
          min={darkest * 100}
          max={100}
          step={5}
          value={Math.round(brightness * 100)}
          aria-valuetext={`${Math.round(brightness * 100)}%`}
          style={{ "--share": `${((brightness - darkest) / (1 - darkest)) * 100}%` } as object}
          onChange={(event) => store.request("brightness", Number(event.target.value) / 100)}
        />
      </label>
      {playback.teaser ? null : (
        <Switch
          icon={<Repeat aria-hidden="true" className={iconClass} />}
          label={t("controls.loop")}
          on={loop}
          onChange={(on) => {
            // A video that is repeated has no end to sleep at.
            if (on && sleep.read().after === "end") sleep.set(null);
            store.request("loop", on);
          }}
        />
      )}
      {series ? (
        <Switch
          icon={<SkipForward aria-hidden="true" className={iconClass} />}
          label={t("controls.autoplay")}
          note={dataSaver ? t("controls.autoplaySaver") : undefined}
          on={autoplay && !dataSaver}
          onChange={(on) => preferences.change({ autoplay: on })}
        />
      ) : null}
    </>
  );
}

function ChapterList({ nowPlaying, close }: { nowPlaying: NowPlaying; close: () => void }) {
  const { store, playback } = nowPlaying;
  const current = usePlayerState(store, (s) => chapterAt(playback.chapters, s.positionS));
  return (
    <ol className="choices">
      {playback.chapters.map(({ startS, title }) => (
        <li key={startS}>
          <button
            type="button"
            className="choice"
            aria-current={title === current ? "true" : undefined}
            onClick={() => {
              store.request("seek", startS);
              close();
            }}
          >
            <span className="choice-time">{clock(startS)}</span>
            <span className="own-words choice-label">{title}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
