import { Link, useNavigate } from "@remix-run/react";
import { Flag } from "lucide-react";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";

type Watched = { movieId: string; index: number; here: string };

/** Address of the feedback form, with the episode being watched. */
export function reportUrl({ movieId, index, here }: Watched, positionS = 0): string {
  const told = new URLSearchParams({ from: here, movie: movieId, episode: String(index) });
  if (positionS >= 1) told.set("position", String(Math.floor(positionS)));
  return `/page/feedback?${told}`;
}

/** A link to the feedback form, which names the episode, and with scripts also the position. */
export function ReportLink(watched: Watched) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const to = reportUrl(watched);
  const addPosition = (event: MouseEvent) => {
    const media = document.querySelector<HTMLVideoElement>(".player video[data-player-video]");
    if (!media || media.currentTime < 1 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    navigate(reportUrl(watched, media.currentTime));
  };
  return (
    <Link to={to} onClick={addPosition} className="button button-quiet">
      <Flag aria-hidden="true" className="flip size-4.5" />
      {t("feedback.report")}
    </Link>
  );
}
