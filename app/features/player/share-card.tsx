import { Mail, X } from "lucide-react";
import type { FocusEvent } from "react";
import { useTranslation } from "react-i18next";
import { embedCode } from "../../lib/embed-code.ts";

const id = "share";
/** The attributes of popovers, which the types of this React lack. Those of the button that opens the card. */
export const opensCard = { popovertarget: id };
const closesCard = { ...opensCard, popovertargetaction: "hide" };
const isPopover = { popover: "auto" };

export type Shared = {
  /** The movie's name, and that of the episode. */
  title: string;
  /** Short address of the page. */
  url: string;
  /** Address of the player for other sites' frames; null where it may not be shown there. */
  embedUrl: string | null;
};

const selectAll = ({ target }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => target.select();

/** The address of a video, to copy or to mail. A popover: the browser opens and closes it, without scripts as well. */
export function ShareCard({ title, url, embedUrl }: Shared) {
  const { t } = useTranslation();
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`;
  return (
    <div id={id} {...isPopover} role="dialog" aria-labelledby="share-title" className="share-card">
      <div className="flex items-center gap-2">
        <h2 id="share-title" className="min-w-0 flex-1 text-lg font-bold">
          {t("player.share")}
        </h2>
        <button
          type="button"
          {...closesCard}
          aria-label={t("player.shareClose")}
          className="-me-2 grid size-11 place-items-center rounded-full hover:bg-mist"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
      <label className="grid gap-1 text-sm font-medium">
        {t("player.shareLink")}
        <input className="field" dir="ltr" readOnly value={url} onFocus={selectAll} />
      </label>
      {embedUrl === null ? null : (
        <label className="grid gap-1 text-sm font-medium">
          {t("player.shareEmbed")}
          <textarea
            className="field share-code"
            dir="ltr"
            readOnly
            rows={4}
            value={embedCode({ url: embedUrl, title })}
            onFocus={selectAll}
          />
        </label>
      )}
      <a className="button button-quiet" href={mail}>
        <Mail aria-hidden="true" className="size-4.5" />
        {t("player.shareMail")}
      </a>
    </div>
  );
}
