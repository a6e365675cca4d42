import type { TFunction } from "i18next";
import type { Download } from "./protocol.ts";
import { sideBySide } from "../../lib/formats.ts";
import { dayText, shareText, sizeText } from "./words.ts";

/**
 * A download's state in words.
 * @param time milliseconds since 1970, as far as it is known here; `size`: also its size
 */
export function stateWords(
  { state, fault, gotBytes, bytes, expiresAt }: Download,
  { t, locale, time, size = true }: { t: TFunction; locale: string; time: number; size?: boolean },
): string {
  const percent = shareText(bytes > 0 ? gotBytes / bytes : 0, locale);
  switch (state) {
    case "ready":
      return time >= expiresAt
        ? t("downloads.expiredTitle")
        : t("downloads.until", { date: dayText(expiresAt, locale) });
    case "ended":
      return t("downloads.endedTitle");
    case "failed":
      return fault === "limit" ? t("errors.download_limit") : t(`downloads.${fault ?? "failed"}`);
    case "queued":
      return t("downloads.queued");
    default:
      return sideBySide([t(`downloads.${state}`), percent, size && sizeText(bytes, locale)]);
  }
}
