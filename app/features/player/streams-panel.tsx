import { Form } from "@remix-run/react";
import { MonitorPlay } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Artwork, OpenStream } from "../../../contract/index.ts";
import { deviceWords } from "../../lib/device-words.ts";
import { Backdrop } from "../../ui/artwork.tsx";

/** What plays elsewhere, and how many may at a time. */
export type StreamsShown = { most: number; items: readonly OpenStream[] };

type StreamsPanelProps = { artwork: Artwork; streams: StreamsShown; here: string };

/** Replaces the player while the account plays on as many devices as it may: where, each with a way to stop it. */
export function StreamsPanel({ artwork, streams: { most, items }, here }: StreamsPanelProps) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language).format(most);
  return (
    <section className="stage-panel" aria-labelledby="streams-title">
      <Backdrop artwork={artwork} eager first className="stage-backdrop" sizes="100vw" />
      <div className="stage-words">
        <MonitorPlay aria-hidden="true" className="size-9 text-gold-bright" strokeWidth={1.75} />
        <h2
          id="streams-title"
          className="mt-1.5 text-xl font-extrabold tracking-tight @min-[600px]/page:text-2xl"
        >
          {t("streams.title")}
        </h2>
        <p className="mt-1 max-w-md text-sm text-white/85 @min-[600px]/page:text-base">
          {t("streams.text", { number })}
        </p>
        <ul className="streams-list">
          {items.map((stream) => (
            <StreamLine key={stream.id} stream={stream} />
          ))}
        </ul>
        <a href={here} className="button mt-3 bg-white/15 text-white hover:bg-white/25">
          {t("preparing.again")}
        </a>
      </div>
    </section>
  );
}

function StreamLine({ stream: { id, title, ...device } }: { stream: OpenStream }) {
  const { t } = useTranslation();
  const name = deviceWords(t, device);
  return (
    <li>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{name}</span>
        <span className="block truncate text-sm text-white/80" dir="auto">
          {title}
        </span>
      </span>
      <Form method="post" replace preventScrollReset>
        <input type="hidden" name="intent" value="stop-stream" />
        <input type="hidden" name="stream" value={id} />
        <button
          type="submit"
          className="button bg-white/15 px-4 text-white hover:bg-white/25"
          aria-label={`${t("streams.stop")}: ${name}, ${title}`}
        >
          {t("streams.stop")}
        </button>
      </Form>
    </li>
  );
}
