import { Check, CodeXml, Copy, Share2 } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { clock } from "../../clock.ts";
import { embedCode } from "../../../../lib/embed-code.ts";
import type { NowPlaying } from "../../now-playing.ts";
import { Switch } from "./choices.tsx";

/** The video's address, from its beginning or from the moment the sheet was opened at; to copy or to send. */
export function ShareChoices({ nowPlaying: { store, shared } }: { nowPlaying: NowPlaying }) {
  const { t } = useTranslation();
  const [atS] = useState(() => momentOf(store.state()));
  const [fromHere, setFromHere] = useState(atS > 0);
  const [copied, setCopied] = useState<"link" | "code" | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { title, embedUrl } = shared;
  const moment = fromHere ? `?t=${atS}` : "";
  const url = shared.url + moment;
  const copy = (what: "link" | "code", text: string) => {
    if (what === "link") field.current?.select();
    // Without a secure connection a page can't copy: the address is selected, to be copied by hand.
    void navigator.clipboard?.writeText(text).then(
      () => setCopied(what),
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
            setCopied(null);
          }}
        />
      ) : null}
      <div className="share-ways">
        <button type="button" className="button button-primary" onClick={() => copy("link", url)}>
          {copied === "link" ? (
            <Check aria-hidden="true" className="size-4.5" />
          ) : (
            <Copy aria-hidden="true" className="size-4.5" />
          )}
          {t(copied === "link" ? "controls.copied" : "controls.copy")}
        </button>
        {embedUrl === null ? null : (
          <button
            type="button"
            className="button share-send"
            onClick={() => copy("code", embedCode({ url: embedUrl + moment, title }))}
          >
            {copied === "code" ? (
              <Check aria-hidden="true" className="size-4.5" />
            ) : (
              <CodeXml aria-hidden="true" className="size-4.5" />
            )}
            {t(copied === "code" ? "controls.codeCopied" : "controls.copyCode")}
          </button>
        )}
        {"share" in navigator ? (
          <button type="button" className="button share-send" onClick={send}>
            <Share2 aria-hidden="true" className="size-4.5" />
            {t("controls.send")}
          </button>
        ) : null}
      </div>
      <p role="status" className="sr-only">
        {copied === null ? null : t(copied === "link" ? "controls.copied" : "controls.codeCopied")}
      </p>
    </div>
  );
}

/** Whole seconds into the video; 0 at its beginning and its end. */
function momentOf({ phase, positionS }: { phase: string; positionS: number }): number {
  return phase === "ended" ? 0 : Math.floor(positionS);
}
