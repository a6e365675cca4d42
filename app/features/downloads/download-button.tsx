import { Link } from "@remix-run/react";
import { Download as DownloadIcon } from "lucide-react";
import { useEffect, useState, type MouseEvent } from "react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { Episode, Movie } from "../../../contract/index.ts";
import { episodeTitle } from "../../lib/episode-words.ts";
import type { DownloadControl } from "./download-control.tsx";
import { downloadsPath, type DownloadButtonProps } from "./parts.ts";
import { isAnythingKept } from "./kept-flag.ts";
import type { CopyFacts } from "./protocol.ts";

/** The facts of an episode in the list of downloads. */
export function factsOf(t: TFunction, movie: Movie, episode: Episode): CopyFacts {
  const { id, title, artwork } = movie;
  const { index, durationS, still } = episode;
  const series = movie.kind === "series";
  return {
    id,
    index,
    title,
    artwork,
    still: series ? still : null,
    durationS: durationS ?? 0,
    path: series ? `/video/${id}/${index}` : `/video/${id}`,
    episode: series ? nameOf(t, movie, episode) : null,
  };
}

/** Where there is one season, its number alone is enough. */
function nameOf(t: TFunction, { seasons = 1 }: Movie, episode: Episode): string {
  if (seasons > 1 || episode.season === 0) return episodeTitle(t, episode, Math.max(2, seasons));
  return `${episode.number ?? episode.index} · ${episode.title}`;
}

type Control = typeof DownloadControl;

/**
 * Downloads an episode to the device and shows the progress. Its code loads on demand: if a download exists already, or
 * at the first tap. Without scripts it links to the list, which says what is needed.
 */
export function DownloadButton(props: DownloadButtonProps) {
  const { t } = useTranslation();
  const [Control, setControl] = useState<Control | null>(null);
  const [asked, setAsked] = useState(false);
  const load = (otherwise: () => void) =>
    import("./download-control.tsx").then((part) => setControl(() => part.DownloadControl), otherwise);
  useEffect(() => {
    if (isAnythingKept()) void load(() => undefined);
  }, []);
  if (props.policy === "nobody") return null;
  if (Control && props.api) return <Control {...props} api={props.api} openAtFirst={asked} />;
  const open = (event: MouseEvent) => {
    if (!props.api || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setAsked(true);
    void load(() => location.assign(downloadsPath));
  };
  return (
    <Link to={downloadsPath} className="button button-quiet" onClick={open}>
      <DownloadIcon aria-hidden="true" className="size-4.5" />
      {t("downloads.button")}
    </Link>
  );
}
