import { Check, Download as DownloadIcon, Pause, TriangleAlert } from "lucide-react";
import type { Download } from "./protocol.ts";

const radius = 9;
const around = 2 * Math.PI * radius;

/** A download's state as a picture: an arrow, a ring that fills, a tick, a warning. The words are next to it. */
export function StateMark({
  download,
  time = 0,
}: {
  download: Download | undefined;
  /** Milliseconds since 1970; with it, an expired licence is shown. */
  time?: number;
}) {
  if (!download) return <DownloadIcon aria-hidden="true" className="size-4.5" />;
  const { state, gotBytes, bytes, expiresAt } = download;
  if (state === "ready" && time < expiresAt)
    return <Check aria-hidden="true" className="size-4.5" strokeWidth={2.6} />;
  if (state === "failed" || state === "ended" || state === "ready")
    return <TriangleAlert aria-hidden="true" className="size-4.5 text-curtain" />;
  const share = bytes > 0 ? gotBytes / bytes : 0;
  return (
    <span className="download-ring" aria-hidden="true">
      <svg viewBox="0 0 24 24">
        <circle cx="12" cy="12" r={radius} />
        <circle
          cx="12"
          cy="12"
          r={radius}
          className="download-ring-done"
          strokeDasharray={around}
          strokeDashoffset={around * (1 - share)}
        />
      </svg>
      {state === "paused" ? <Pause className="size-2.5 fill-current" /> : null}
    </span>
  );
}
