import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { DownloadActions } from "./download-actions.tsx";
import type { Manager } from "./manager.ts";
import { keptAddress, keptPoster, keptPrefix, type Download } from "./protocol.ts";
import { StateMark } from "./state-mark.tsx";
import { stateWords } from "./state-words.ts";
import { sideBySide } from "../../lib/formats.ts";
import { sizeText } from "./words.ts";

type Props = { download: Download; manager: Manager; time: number };

/** One download: its name, size, state and actions. */
export function DownloadRow({ download, manager, time }: Props) {
  const { t, i18n } = useTranslation();
  const { title, episode, artwork, rendition, bytes, gotBytes, state, licence, path, key, expiresAt } =
    download;
  const id = `download-${key.replace("/", "-")}`;
  // The pictures are downloaded last; until then a network can deliver them.
  const poster =
    state === "ready" || state === "ended"
      ? `${keptPrefix}${licence}/${keptPoster}`
      : `${artwork.path}/poster-320.webp?v=${artwork.version}`;
  const going = state !== "ready" && state !== "ended";
  return (
    <li className="download-row" aria-labelledby={id}>
      <span className="download-poster" style={{ background: artwork.colour }}>
        <img src={poster} alt="" width={72} height={108} loading="lazy" decoding="async" />
      </span>
      <div className="min-w-0 self-center">
        <h3 id={id} className="own-words line-clamp-2 font-semibold">
          <Link to={state === "ready" ? keptAddress(download) : path}>{title}</Link>
        </h3>
        <p className="text-sm text-ink-soft">
          {sideBySide([episode, rendition, sizeText(bytes, i18n.language)])}
        </p>
        <p
          className="mt-1 flex items-center gap-1.5 text-sm font-medium tabular-nums"
          role={state === "loading" ? undefined : "status"}
        >
          {state === "ready" && time < expiresAt ? null : <StateMark download={download} time={time} />}
          {stateWords(download, { t, locale: i18n.language, time, size: false })}
        </p>
        {going ? (
          <ProgressBar value={gotBytes / bytes} label={t("downloads.title")} className="mt-2 h-1!" />
        ) : null}
      </div>
      <div className="download-acts">
        <DownloadActions download={download} manager={manager} time={time} />
      </div>
    </li>
  );
}
