import { Check, Copy, Share2 } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { clock } from "../../clock.ts";
import type { NowPlaying } from "../../now-playing.ts";
import { Switch } from "./choices.tsx";

/** The video's address, from its beginning or from the moment the sheet was opened at; to copy or to send. */
export function ShareChoices({ nowPlaying: { store, title, here } }: { nowPlaying: NowPlaying }) {
  const { t } = useTranslation();
  const [atS] = useState(() => momentOf(store.state()));
  const [fromHere, setFromHere] = useState(atS > 0);
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const url = `${location.origin}${here}${fromHere ? `?t=${atS}` : ""}`;
  const copy = () => {
    field.current?.select();
    // Without a secure connection a page can't copy: the address is selected, to be copied by hand.
    void navigator.clipboard?.writeText(url).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  // Closing the system's list rejects; this is no error.
  const send = () => void navigator.share({ title, url }).catch(() => undefined);
  return (
    <div className="share">
      <input
        ref={field}
        className="share-url"
        dir="ltr"
        readOnly
        value={url}
        aria-label={t("controls.link")}
        onFocus={(event) => event.target.select()}
      />
      {atS > 0 ? (
        <Switch
          label={t("controls.startAt", { time: clock(atS) })}
          on={fromHere}
          onChange={(on) => {
            setFromHere(on);
            setCopied(false);
          }}
        />
      ) : null}
      <div className="share-ways">
        <button type="button" className="button button-primary" onClick={copy}>
          {copied ? (
            <Check aria-hidden="true" className="size-4.5" />
          ) : (
            <Copy aria-hidden="true" className="size-4.5" />
          )}
          {t(copied ? "controls.copied" : "controls.copy")}
        </button>
        {"share" in navigator ? (
          <button type="button" className="button share-send" onClick={send}>
            <Share2 aria-hidden="true" className="size-4.5" />
            {t("controls.send")}
          </button>
        ) : null}
      </div>
      <p role="status" className="sr-only">
        {copied ? t("controls.copied") : null}
      </p>
    </div>
  );
}

/** Whole seconds into the video; 0 at its beginning and its end. */
function momentOf({ phase, positionS }: { phase: string; positionS: number }): number {
  return phase === "ended" ? 0 : Math.floor(positionS);
}
