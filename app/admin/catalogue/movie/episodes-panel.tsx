import { Form, Link, useSearchParams } from "@remix-run/react";
import { Check, Plus, Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { AdminEpisode, AdminMovie } from "../../../../contract/index.ts";
import { ListEditor } from "../../kit/list-editor.tsx";
import { queryWith } from "../../kit/list-url.ts";
import { Chip } from "../../kit/page-head.tsx";
import type { PanelProps } from "./facts-panels.tsx";
import { partUrl } from "./movie-parts.ts";
import { OwnAccess } from "./own-access.tsx";
import { Panel } from "./panel.tsx";
import { scrollToCurrent } from "./parts-nav.tsx";

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

/** Episodes in order, each of which can be moved or removed. */
export function EpisodesPanel({
  movie,
  editable,
  open,
  lang,
}: PanelProps & { /** Number of the episode being edited. */ open: number | null; lang: string }) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  return (
    <Panel id="episodes" title={t("admin.movie.episodes")}>
      <ListEditor
        order="episode-order"
        editable={editable}
        lines={movie.episodes.map((episode) => {
          const { index, asset, still } = episode;
          const name = nameOf(episode, lang) || t("movie.episode", { index });
          return {
            key: String(index),
            id: `episode-${index}`,
            name: String(index),
            open: index === open,
            fields: { revision: movie.revision, index },
            content: (
              <>
                <span className="z-faint w-6 text-end tabular-nums">{index}</span>
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
                    to={`${queryWith(search, { episode: String(index) })}#episode`}
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
            buttons: [
              { intent: "episode-delete", label: `${t("admin.form.remove")}: ${name}`, icon: Trash2 },
            ],
          };
        })}
      />
      {editable ? <AddEpisode movie={movie} /> : null}
    </Panel>
  );
}

/** Appends an episode; a film has one at most. */
export function AddEpisode({ movie }: { movie: AdminMovie }) {
  const { t } = useTranslation();
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="episode-create" />
      <input type="hidden" name="revision" value={movie.revision} />
      <button type="submit" className="z-button">
        <Plus aria-hidden="true" className="size-4" />
        {t("admin.movie.addEpisode")}
      </button>
    </Form>
  );
}

/** Links to the same part of a series' other episodes; those with a video are marked. */
export function EpisodeTabs({ movie, current, lang }: { movie: AdminMovie; current: number; lang: string }) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => scrollToCurrent(nav.current), [current]);
  return (
    <nav ref={nav} aria-label={t("admin.movie.episodes")} className="z-panel pb-0!">
      <ul className="z-tabs mb-0!">
        {movie.episodes.map((episode) => {
          const { index, asset } = episode;
          return (
            <li key={index}>
              <Link
                to={queryWith(search, { episode: String(index), send: null })}
                replace
                aria-current={index === current ? "page" : undefined}
                className="z-tab"
              >
                <span className="tabular-nums">{index}</span>
                <span className="max-w-40 truncate" dir="auto">
                  {nameOf(episode, lang)}
                </span>
                {asset?.state === "ready" ? <Check aria-hidden="true" className="size-3.5" /> : null}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** An episode's title in a language, or in another; empty if it has none. */
function nameOf({ texts }: AdminEpisode, lang: string): string {
  const text = texts[lang as "en"] ?? texts.en ?? Object.values(texts)[0];
  return text?.title ?? "";
}
