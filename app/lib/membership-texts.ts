import { getI18n } from "react-i18next";
import type { Pack } from "./i18n.ts";

const urls = import.meta.glob<string>("../../locales/*/membership.json", {
  query: "?url",
  import: "default",
  eager: true,
});

/**
 * Texts of membership and checkout, for client-side navigation to their pages: their documents have them already,
 * and no other page loads them. Always resolves: without a network there is no such page either.
 */
export async function loadMembershipTexts(): Promise<void> {
  const i18n = getI18n();
  if (i18n.exists("membership.title")) return;
  const answer = await fetch(urls[`../../locales/${i18n.language}/membership.json`]!).catch(() => null);
  if (!answer?.ok) return;
  i18n.addResourceBundle(i18n.language, "common", (await answer.json()) as Partial<Pack>, true);
}
