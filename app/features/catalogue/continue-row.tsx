import { Play } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ProgressItem } from "../../../contract/index.ts";
import { writeLength } from "../../lib/duration-words.ts";
import { episodeName } from "../../lib/episode-words.ts";
import { PlacePicture } from "../../ui/artwork.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { Rail } from "./rail.tsx";

/** The episodes the user has begun, each a link to where they left it. */
export function ContinueRow({ items }: { items: ProgressItem[] }) {
  const { t } = useTranslation();
  return (
    <Rail title={t("home.continue")} to="/my-list/history">
      {items.map((item) => (
        <li key={item.movie.id} className="rail-still">
          <Still item={item} />
        </li>
      ))}
    </Rail>
  );
}

function Still({ item }: { item: ProgressItem }) {
  const { t, i18n } = useTranslation();
  const { movie, index, positionS, durationS } = item;
  const share = durationS > 0 ? positionS / durationS : 0;
  return (
    <PageLink
      to={`/video/${movie.id}${movie.kind === "series" ? `/${index}` : ""}`}
      prefetch="intent"
      className="card-link block"
    >
      <span className="still">
        <PlacePicture place={item} eager sizes="(max-width: 599px) 44vw, 288px" />
        <span className="absolute inset-0 grid place-items-center bg-night/15">
          <span className="grid size-10 place-items-center rounded-full bg-night/60 text-white backdrop-blur-sm">
            <Play aria-hidden="true" className="ms-0.5 size-4.5 fill-current" />
          </span>
        </span>
        <span className="absolute inset-x-2 bottom-2">
          <ProgressBar
            value={share}
            label={t("movie.watched", { percent: Math.round(share * 100) })}
            className="bg-white/45"
          />
        </span>
      </span>
      <span className="mt-1.5 flex items-baseline gap-2 text-xs">
        <span className="own-words min-w-0 truncate font-medium text-ink">{movie.title}</span>
        <span className="ms-auto shrink-0 text-ink-faint">
          {movie.kind === "series"
            ? episodeName(t, item, movie.seasons)
            : t("movie.timeLeft", { time: writeLength(durationS - positionS, i18n.language) })}
        </span>
      </span>
    </PageLink>
  );
}
