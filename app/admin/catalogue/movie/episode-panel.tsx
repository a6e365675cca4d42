import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { AdminEpisode } from "../../../../contract/index.ts";
import type { Option } from "../../kit/options.ts";
import { nameOfEpisode } from "./episode-names.ts";
import { EpisodeForm } from "./episode-form.tsx";
import type { PanelProps } from "./facts-panels.tsx";
import { LanguageTabs } from "./language-tabs.tsx";
import { partNames, partUrl } from "./movie-parts.ts";
import { OwnAccess } from "./own-access.tsx";
import { Panel } from "./panel.tsx";
import { BesidePlayer } from "./preview-player.tsx";

const languagesOfChapters = ({ chapters }: AdminEpisode) =>
  chapters.flatMap(({ titles }) => Object.keys(titles));

/** One episode: its texts in one language, who may watch it, its markers and chapters. Of a film the last two alone. */
export function EpisodePanel(
  props: PanelProps & { episode: AdminEpisode; languages: readonly Option[]; lang: string },
) {
  const { movie, episode, languages, lang } = props;
  const { t } = useTranslation();
  const isFilm = movie.kind === "film";
  const name = isFilm ? t("admin.movie.marks") : nameOfEpisode(t, movie, episode.index);
  return (
    <Panel id="episode" title={name}>
      <p className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1 empty:hidden">
        <OwnAccess movie={movie} episode={episode} />
        {isFilm ? null : <EpisodeLinks id={movie.id} episode={episode.index} />}
      </p>
      <LanguageTabs
        languages={languages}
        current={lang}
        written={isFilm ? languagesOfChapters(episode) : Object.keys(episode.texts)}
        label={name}
      />
      <BesidePlayer asset={episode.asset} editable={props.editable}>
        {/* Its asset may be ready meanwhile, or its still another one: the typed values stay, and a save keeps the player. */}
        <EpisodeForm key={JSON.stringify([lang, { ...episode, asset: null, still: null }])} {...props} />
      </BesidePlayer>
    </Panel>
  );
}

/** Links to the other parts of an episode. */
function EpisodeLinks({ id, episode }: { id: string; episode: number }) {
  const { t } = useTranslation();
  return (["video", "subtitles"] as const).map((part) => (
    <Link key={part} to={partUrl(id, part, { episode })} className="z-link text-sm">
      {t(partNames[part])}
    </Link>
  ));
}
