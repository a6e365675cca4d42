import { Form, Link, useSearchParams } from "@remix-run/react";
import { Plus, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { AdminEpisode } from "../../../../contract/index.ts";
import { ListEditor } from "../../kit/list-editor.tsx";
import { queryWith } from "../../kit/list-url.ts";
import { Chip } from "../../kit/page-head.tsx";
import type { PanelProps } from "./facts-panels.tsx";
import { OwnAccess } from "./own-access.tsx";
import { Panel } from "./panel.tsx";

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
  const count = movie.episodes.length;
  return (
    <Panel id="episodes" title={t("admin.movie.episodes")}>
      <ListEditor
        order="episode-order"
        editable={editable}
        lines={movie.episodes.map((episode) => {
          const { index, texts, asset } = episode;
          const text = texts[lang as "en"] ?? texts.en ?? Object.values(texts)[0];
          const name = text?.title || t("movie.episode", { index });
          return {
            key: String(index),
            id: `episode-${index}`,
            name: String(index),
            open: index === open,
            fields: { revision: movie.revision, index },
            content: (
              <>
                <span className="z-faint w-6 text-end tabular-nums">{index}</span>
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
                  <AssetChip asset={asset} />
                </span>
              </>
            ),
            buttons: [
              { intent: "episode-delete", label: `${t("admin.form.remove")}: ${name}`, icon: Trash2 },
            ],
          };
        })}
      />
      {editable && (movie.kind === "series" || count === 0) ? (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="episode-create" />
          <input type="hidden" name="revision" value={movie.revision} />
          <button type="submit" className="z-button">
            <Plus aria-hidden="true" className="size-4" />
            {t("admin.movie.addEpisode")}
          </button>
        </Form>
      ) : null}
    </Panel>
  );
}
