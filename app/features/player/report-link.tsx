import { Link, useNavigate } from "@remix-run/react";
import { Flag } from "lucide-react";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";

/** The way to the feedback form, which is told of what is being watched, and with scripts also where. */
export function ReportLink({ movieId, index, here }: { movieId: string; index: number; here: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const to = `/page/feedback?${new URLSearchParams({ from: here, movie: movieId, episode: String(index) })}`;
  const addPosition = (event: MouseEvent) => {
    const media = document.querySelector<HTMLVideoElement>(".player video[data-film]");
    if (!media || media.currentTime < 1 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    navigate(`${to}&position=${Math.floor(media.currentTime)}`);
  };
  return (
    <Link to={to} onClick={addPosition} className="button button-quiet">
      <Flag aria-hidden="true" className="flip size-4.5" />
      {t("feedback.report")}
    </Link>
  );
}
