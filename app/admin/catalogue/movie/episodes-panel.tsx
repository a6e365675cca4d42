import { Form, Link, useSearchParams, useSubmit } from "@remix-run/react";
import { ArrowDown, ArrowUp, GripVertical, Plus, Trash2 } from "lucide-react";
import { useRef, type DragEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { AdminEpisode } from "../../../../contract/index.ts";
import { useHydrated } from "../../../ui/use-hydrated.ts";
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

/** Episodes in order; buttons move them, and with scripts dragging does too. */
export function EpisodesPanel({
  movie,
  editable,
  open,
  lang,
}: PanelProps & { /** Number of the episode being edited. */ open: number | null; lang: string }) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const drag = useDragging(movie.revision);
  const count = movie.episodes.length;
  return (
    <Panel id="episodes" title={t("admin.movie.episodes")}>
      <ol className="z-order">
        {movie.episodes.map((episode) => {
          const { index, texts, asset } = episode;
          const text = texts[lang as "en"] ?? texts.en ?? Object.values(texts)[0];
          const name = text?.title || t("movie.episode", { index });
          return (
            <li key={index} data-open={index === open} {...(editable && drag.propsOf(index))}>
              <span className="z-grip">
                <GripVertical aria-hidden="true" className="size-4" />
              </span>
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
              {editable ? (
                <span className="flex flex-none">
                  <Move movie={movie} index={index} to={index - 1} label={t("admin.form.up")}>
                    <ArrowUp aria-hidden="true" className="size-4" />
                  </Move>
                  <Move movie={movie} index={index} to={index + 1} last={count} label={t("admin.form.down")}>
                    <ArrowDown aria-hidden="true" className="size-4" />
                  </Move>
                  <Form method="post" preventScrollReset>
                    <input type="hidden" name="intent" value="episode-delete" />
                    <input type="hidden" name="revision" value={movie.revision} />
                    <input type="hidden" name="index" value={index} />
                    <button
                      type="submit"
                      className="z-icon-button"
                      aria-label={`${t("admin.form.remove")}: ${name}`}
                    >
                      <Trash2 aria-hidden="true" className="size-4" />
                    </button>
                  </Form>
                </span>
              ) : null}
            </li>
          );
        })}
      </ol>
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

function Move(props: {
  movie: PanelProps["movie"];
  index: number;
  to: number;
  last?: number;
  label: string;
  children: ReactNode;
}) {
  const { movie, index, to, last = Infinity, label, children } = props;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="episode-order" />
      <input type="hidden" name="revision" value={movie.revision} />
      <input type="hidden" name="index" value={index} />
      <input type="hidden" name="to" value={to} />
      <button
        type="submit"
        className="z-icon-button disabled:opacity-30"
        disabled={to < 1 || to > last}
        aria-label={`${label}: ${index}`}
      >
        {children}
      </button>
    </Form>
  );
}

/** Dragging a line to another position sends the same form as the buttons. */
function useDragging(revision: number) {
  const submit = useSubmit();
  const hydrated = useHydrated();
  const from = useRef<number | null>(null);
  const mark = (event: DragEvent<HTMLElement>, over: boolean) => {
    event.currentTarget.dataset.over = String(over);
  };
  return {
    propsOf: (index: number) =>
      !hydrated
        ? {}
        : {
            draggable: true,
            onDragStart: (event: DragEvent<HTMLElement>) => {
              from.current = index;
              event.dataTransfer.effectAllowed = "move";
              event.dataTransfer.setData("text/plain", String(index));
            },
            onDragOver: (event: DragEvent<HTMLElement>) => {
              if (from.current === null || from.current === index) return;
              event.preventDefault();
              mark(event, true);
            },
            onDragLeave: (event: DragEvent<HTMLElement>) => mark(event, false),
            onDrop: (event: DragEvent<HTMLElement>) => {
              event.preventDefault();
              mark(event, false);
              const moved = from.current;
              from.current = null;
              if (moved === null || moved === index) return;
              const fields = { intent: "episode-order", revision, index: moved, to: index };
              submit(fields, { method: "post", preventScrollReset: true });
            },
          },
  };
}
