import { Form, Link, useSearchParams } from "@remix-run/react";
import { Pencil, Plus, Trash2 } from "lucide-react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { AdminEpisode, AdminMovie, AdminSeason } from "../../../../contract/index.ts";
import { episodeName, seasonName } from "../../../lib/episode-words.ts";
import { useWriters } from "../../kit/format.ts";
import { IconButton, ListEditor, type ListLine } from "../../kit/list-editor.tsx";
import { queryWith } from "../../kit/list-url.ts";
import { Chip } from "../../kit/page-head.tsx";
import { nameIn } from "./episode-tabs.tsx";
import type { PanelProps } from "./facts-panels.tsx";
import { partUrl } from "./movie-parts.ts";
import { OwnAccess } from "./own-access.tsx";
import { Panel } from "./panel.tsx";
import { highestNumber } from "./season-form.tsx";

const tones = { waiting: undefined, encoding: "gold", ready: "good", failed: "red" } as const;

/** The state of an episode's asset. */
export function AssetChip({ asset }: { asset: AdminEpisode["asset"] }) {
  const { t } = useTranslation();
  return asset ? (
    <Chip tone={tones[asset.state]}>{t(`admin.asset.${asset.state}`)}</Chip>
  ) : (
    <Chip>{t("admin.movie.filmNone")}</Chip>
  );
}

type Props = PanelProps & {
  /** Index of the episode being edited. */
  open: number | null;
  /** Number of the season being edited. */
  openSeason: number | null;
  lang: string;
};

/** The seasons, each with its episodes in order. Both can be removed, and episodes moved. */
export function EpisodesPanel(props: Props) {
  const { movie, editable } = props;
  const { t } = useTranslation();
  return (
    <Panel id="episodes" title={t("admin.movie.episodes")}>
      {movie.seasons.length === 0 ? <p className="z-faint mb-3">{t("admin.movie.noEpisodes")}</p> : null}
      {movie.seasons.map((season) => (
        <SeasonPart key={season.season} {...props} season={season} />
      ))}
      {editable && movie.seasons.length === 0 ? <AddEpisode movie={movie} /> : null}
      {editable ? <AddSeason movie={movie} /> : null}
    </Panel>
  );
}

function SeasonPart({ movie, season, editable, open, openSeason, lang }: Props & { season: AdminSeason }) {
  const { t } = useTranslation();
  const write = useWriters();
  const [search] = useSearchParams();
  const { season: number, texts, year } = season;
  const name = seasonName(t, { season: number, name: (texts[lang as "en"] ?? texts.en)?.name });
  const episodes = movie.episodes.filter((one) => one.season === number);
  const id = `season-${number}`;
  const lines = episodes.map((episode) => lineOf(episode, { t, movie, open, lang, search }));
  return (
    <section className="z-season" aria-labelledby={`${id}-name`} data-open={openSeason === number}>
      <div className="z-season-head">
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 py-1">
          <h3 id={`${id}-name`} className="own-words">
            {name}
          </h3>
          <span className="z-faint">
            {[year, t("admin.movie.episodesCount", { number: write.number(episodes.length) })]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </span>
        <span className="flex flex-none">
          <Link
            to={`${queryWith(search, { season: String(number), episode: null })}#season`}
            className="z-icon-button"
            aria-label={`${t("admin.season.edit")}: ${name}`}
          >
            <Pencil aria-hidden="true" className="size-4" />
          </Link>
          {editable ? (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="season-delete" />
              <input type="hidden" name="revision" value={movie.revision} />
              <input type="hidden" name="season" value={number} />
              <IconButton icon={Trash2} label={`${t("admin.season.remove")}: ${name}`} />
            </Form>
          ) : null}
        </span>
      </div>
      <ListEditor order="episode-order" editable={editable} lines={lines} />
      {editable ? <AddEpisode movie={movie} season={number} name={name} /> : null}
    </section>
  );
}

type LineContext = {
  t: TFunction;
  movie: AdminMovie;
  open: number | null;
  lang: string;
  search: URLSearchParams;
};

function lineOf(episode: AdminEpisode, { t, movie, open, lang, search }: LineContext): ListLine {
  const { index, season, number, asset, still } = episode;
  const name = nameIn(episode, lang) || episodeName(t, episode, movie.seasons.length);
  return {
    key: String(index),
    id: `episode-${index}`,
    name: String(number),
    open: index === open,
    fields: { revision: movie.revision, index, season },
    content: (
      <>
        <span className="z-faint w-6 text-end tabular-nums">{number}</span>
        {still ? (
          <img
            src={`${still.path}-320.webp?v=${still.version}`}
            alt=""
            width={64}
            height={36}
            loading="lazy"
            className="rounded-sm object-cover"
            style={{ backgroundColor: still.colour }}
            draggable={false}
          />
        ) : null}
        <span className="min-w-0 flex-[1_1_8rem]">
          <Link
            to={`${queryWith(search, { episode: String(index), season: null })}#episode`}
            className="z-link block truncate"
            dir="auto"
            // The line is dragged, not its link.
            draggable={false}
          >
            {name}
          </Link>
        </span>
        <span className="flex flex-wrap justify-end gap-1">
          <OwnAccess movie={movie} episode={episode} />
          <Link
            to={partUrl(movie.id, "video", { episode: index })}
            className="inline-flex min-h-6 items-center"
          >
            <AssetChip asset={asset} />
          </Link>
        </span>
      </>
    ),
    buttons: [{ intent: "episode-delete", label: `${t("admin.form.remove")}: ${name}`, icon: Trash2 }],
  };
}

/** Appends an episode to a season, else to the last one; a film has one at most. */
export function AddEpisode({ movie, season, name }: { movie: AdminMovie; season?: number; name?: string }) {
  const { t } = useTranslation();
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="episode-create" />
      <input type="hidden" name="revision" value={movie.revision} />
      {season === undefined ? null : <input type="hidden" name="season" value={season} />}
      <button type="submit" className="z-button">
        <Plus aria-hidden="true" className="size-4" />
        {t("admin.movie.addEpisode")}
        {name && movie.seasons.length > 1 ? <span className="sr-only">: {name}</span> : null}
      </button>
    </Form>
  );
}

function AddSeason({ movie }: { movie: AdminMovie }) {
  const { t } = useTranslation();
  const next = Math.max(0, ...movie.seasons.map(({ season }) => season)) + 1;
  return (
    <Form key={next} method="post" preventScrollReset className="z-season-add" data-unguarded="">
      <input type="hidden" name="intent" value="season-create" />
      <input type="hidden" name="revision" value={movie.revision} />
      <label className="z-label" htmlFor="new-season">
        {t("admin.season.number")}
      </label>
      <input
        id="new-season"
        name="season"
        type="number"
        min={0}
        max={highestNumber}
        required
        defaultValue={next}
        className="z-control max-w-24"
        aria-describedby="new-season-hint"
      />
      <button type="submit" className="z-button">
        <Plus aria-hidden="true" className="size-4" />
        {t("admin.season.add")}
      </button>
      <span id="new-season-hint" className="z-hint basis-full">
        {t("admin.season.numberHint")}
      </span>
    </Form>
  );
}
