import { RotateCw } from "lucide-react";
import { useTranslation } from "react-i18next";

/** Without scripts nothing tells why playback has stopped, or restarts it: a link to reload at the same position. */
export function ReloadHint({ here }: { here: string }) {
  const { t } = useTranslation();
  return (
    <noscript>
      <p className="reload-hint">
        <span>{t("player.reloadHint")}</span>
        <a href={here} className="button button-quiet">
          <RotateCw aria-hidden="true" className="size-4.5" />
          {t("error.reload")}
        </a>
      </p>
    </noscript>
  );
}
