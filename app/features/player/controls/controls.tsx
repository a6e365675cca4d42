import { Cast, LockOpen } from "lucide-react";
import { memo, useCallback, useEffect, useMemo, useRef, useState, type ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { neighbour, type NowPlaying } from "../now-playing.ts";
import { usePlayerState } from "../use-store.ts";
import { LargePlay, Places, Time, Tools, Transport, Volume, type SheetName } from "./bar.tsx";
import { Captions, nextSubtitles } from "./captions.tsx";
import { ControlButton } from "./control-button.tsx";
import { EndCard } from "./end-card.tsx";
import { Ending } from "./ending.tsx";
import { NextCard, SkipIntro } from "./cards.tsx";
import "./controls.css";
import { GestureLayer } from "./gesture-layer.tsx";
import { Hint } from "./hint.tsx";
import { createShown, type Shown } from "./idle.ts";
import { listenToKeys } from "./keyboard.ts";
import { CastNotice } from "./screen-button.tsx";
import { ScrubBar } from "./scrub-bar.tsx";
import { shareEvent } from "../share-button.tsx";
import type { SheetsProps } from "./sheets/sheets.tsx";
import { useWide } from "./use-wide.ts";

/** Everything visible and touchable over the picture. */
export const Controls = memo(function Controls({ nowPlaying }: { nowPlaying: NowPlaying }) {
  const { i18n } = useTranslation();
  const { store, box } = nowPlaying;
  const shown = useMemo(() => createShown(store, box), [store, box]);
  const { sheet, open, close } = useSheets(nowPlaying, shown);
  useEffect(() => shown.follow(), [shown]);
  // What is playing changes as the session comes; a held key must not be let go by that.
  const latest = useRef({ nowPlaying, locale: i18n.language });
  latest.current = { nowPlaying, locale: i18n.language };
  useEffect(() => {
    const episode = (step: 1 | -1) => {
      const { series, goTo } = latest.current.nowPlaying;
      const index = neighbour(series, step);
      if (index !== null) goTo(index);
    };
    const subtitles = () => {
      const { playback, preferences } = latest.current.nowPlaying;
      const wanted = nextSubtitles(
        playback,
        store.state().subtitles,
        preferences.read(),
        latest.current.locale,
      );
      if (playback.subtitles.length > 0) store.request("subtitles", wanted);
    };
    return listenToKeys(window, store, { episode, subtitles, help: () => open("help") });
  }, [store, open]);
  useEffect(() => {
    const share = () => {
      delete box.dataset[shareEvent];
      open("share");
    };
    if (shareEvent in box.dataset) share();
    box.addEventListener(shareEvent, share);
    return () => box.removeEventListener(shareEvent, share);
  }, [box, open]);
  const brightness = usePlayerState(store, (s) => s.brightness);
  const locked = usePlayerState(store, (s) => s.locked);
  const remote = usePlayerState(store, (s) => s.remote);
  return (
    <>
      {brightness < 1 ? (
        <div className="player-dimmer" style={{ opacity: 1 - brightness }} aria-hidden="true" />
      ) : null}
      <Elsewhere nowPlaying={nowPlaying} />
      {remote === "connected" ? null : <Captions nowPlaying={nowPlaying} />}
      <GestureLayer nowPlaying={nowPlaying} shown={shown} />
      {locked ? (
        <Unlock nowPlaying={nowPlaying} />
      ) : (
        <>
          <div className="player-cards">
            <SkipIntro nowPlaying={nowPlaying} />
            <NextCard nowPlaying={nowPlaying} />
          </div>
          <Chrome nowPlaying={nowPlaying} shown={shown} open={open} />
          <EndCard nowPlaying={nowPlaying} />
        </>
      )}
      <Hint nowPlaying={nowPlaying} />
      {nowPlaying.casting ? <CastNotice casting={nowPlaying.casting} /> : null}
      <Ending nowPlaying={nowPlaying} />
      {sheet ? <sheet.Sheets nowPlaying={nowPlaying} name={sheet.name} close={close} /> : null}
    </>
  );
});

type ChromeProps = { nowPlaying: NowPlaying; shown: Shown; open: (sheet: SheetName) => void };

/** The controls: in one bar below, or around the picture. */
function Chrome({ nowPlaying, shown, open }: ChromeProps) {
  const wide = useWide(nowPlaying.box);
  const transport = <Transport nowPlaying={nowPlaying} inBar={wide} />;
  const tools = <Tools nowPlaying={nowPlaying} open={open} />;
  return (
    <div className="player-chrome">
      <TitleLine nowPlaying={nowPlaying} />
      {wide ? (
        <LargePlay nowPlaying={nowPlaying} />
      ) : (
        <>
          {tools}
          {transport}
        </>
      )}
      <div className="player-bottom">
        <ScrubBar nowPlaying={nowPlaying} shown={shown} />
        <div className="player-bar">
          {wide ? transport : null}
          <Volume nowPlaying={nowPlaying} />
          <Time nowPlaying={nowPlaying} />
          <span className="player-gap" />
          {wide ? tools : null}
          <Places nowPlaying={nowPlaying} open={open} />
        </div>
      </div>
    </div>
  );
}

/** The name of what is playing: in fullscreen nothing else on the screen shows it. */
function TitleLine({ nowPlaying: { store, title, episodeTitle } }: { nowPlaying: NowPlaying }) {
  const fullscreen = usePlayerState(store, (s) => s.fullscreen);
  if (!fullscreen) return null;
  return (
    <p className="player-title" dir="auto">
      <strong>{title}</strong>
      {episodeTitle ? <span>{episodeTitle}</span> : null}
    </p>
  );
}

/** Shown in place of the picture while another screen shows it. */
function Elsewhere({ nowPlaying: { store } }: { nowPlaying: NowPlaying }) {
  const { t } = useTranslation();
  const remote = usePlayerState(store, (s) => s.remote);
  const screen = usePlayerState(store, (s) => s.screen);
  if (remote === "disconnected") return null;
  return (
    <div role="status" className="player-elsewhere">
      <span dir="auto">
        <Cast aria-hidden="true" className="size-5 shrink-0" />
        {screen === null ? t(`controls.${remote}`) : t("controls.castOn", { screen })}
      </span>
    </div>
  );
}

function Unlock({ nowPlaying: { store } }: { nowPlaying: NowPlaying }) {
  const { t } = useTranslation();
  return (
    <div className="player-chrome player-locked">
      <ControlButton
        label={t("controls.unlock")}
        className="control-unlock"
        onClick={() => store.request("lock", false)}
      >
        <LockOpen aria-hidden="true" />
        <span aria-hidden="true">{t("controls.unlock")}</span>
      </ControlButton>
    </div>
  );
}

type OpenSheet = { name: SheetName; Sheets: ComponentType<SheetsProps> };

/** The sheets' code loads when the first of them is opened, or once the browser is idle. */
function useSheets(nowPlaying: NowPlaying, shown: Shown) {
  const [sheet, setSheet] = useState<OpenSheet | null>(null);
  const open = useCallback((name: SheetName) => {
    void import("./sheets/sheets.tsx")
      .then(({ Sheets }) => setSheet({ name, Sheets }))
      // Without a network it can't be loaded; the button can be pressed again.
      .catch(() => undefined);
  }, []);
  const close = useCallback(() => setSheet(null), []);
  useEffect(() => {
    if (nowPlaying.dataSaver || !("requestIdleCallback" in window)) return;
    const idle = requestIdleCallback(() => void import("./sheets/sheets.tsx").catch(() => undefined), {
      timeout: 10_000,
    });
    return () => cancelIdleCallback(idle);
  }, [nowPlaying.dataSaver]);
  const isOpen = sheet !== null;
  useEffect(() => {
    if (!isOpen) return;
    shown.hold(true);
    return () => shown.hold(false);
  }, [isOpen, shown]);
  return { sheet, open, close };
}
