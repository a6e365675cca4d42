import { Link } from "@remix-run/react";
import { Play, RotateCcw, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Poster } from "../../../ui/artwork.tsx";
import type { NowPlaying } from "../now-playing.ts";
import { usePlayerState } from "../use-store.ts";
import "./end-card.css";

/** What to watch after a film, or after a series' last episode, over the ended picture. */
export function EndCard({ nowPlaying }: { nowPlaying: NowPlaying }) {
  const { store, playback, afterwards } = nowPlaying;
  const ended = usePlayerState(store, (s) => s.phase === "ended");
  const offline = usePlayerState(store, (s) => s.offline);
  const [refused, setRefused] = useState(false);
  if (!ended && refused) setRefused(false);
  if (!ended || offline || refused || !afterwards || playback.next || playback.teaser) return null;
  return <Card nowPlaying={nowPlaying} movie={afterwards} refuse={() => setRefused(true)} />;
}

type CardProps = {
  nowPlaying: NowPlaying;
  movie: NonNullable<NowPlaying["afterwards"]>;
  refuse: () => void;
};

function Card({ nowPlaying: { store, box }, movie, refuse }: CardProps) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const main = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // The control that had the focus is hidden now.
    if (box.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [box]);
  const cancel = () => {
    refuse();
    box.focus({ preventScroll: true });
  };
  return (
    <section
      className="end-card"
      dir={i18n.dir()}
      aria-labelledby={`${id}-next`}
      onKeyDown={(event) => event.key === "Escape" && cancel()}
    >
      <Poster artwork={movie.artwork} eager className="end-poster" />
      <div className="end-words">
        <p id={`${id}-next`} className="end-kicker">
          {t("controls.watchNext")}
        </p>
        <p className="own-words end-title">{movie.title}</p>
        <div className="end-choices">
          <Link ref={main} to={`/video/${movie.id}`} className="button end-play">
            <Play aria-hidden="true" className="size-4 fill-current" />
            {t("home.play")}
            <span className="sr-only">{movie.title}</span>
          </Link>
          <button type="button" className="button end-other" onClick={() => store.request("toggle")}>
            <RotateCcw aria-hidden="true" className="size-4" />
            <span>{t("controls.replay")}</span>
          </button>
        </div>
      </div>
      <button type="button" className="end-cancel" aria-label={t("controls.cancel")} onClick={cancel}>
        <X aria-hidden="true" className="size-5" />
      </button>
    </section>
  );
}
