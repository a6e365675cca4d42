import { getI18n } from "react-i18next";
import type { Pack } from "./i18n.ts";

const urls = import.meta.glob<string>("../../locales/*/{membership,profiles}.json", {
  query: "?url",
  import: "default",
  eager: true,
});

/** A text by which it is known that a part is there. */
const first = { membership: "membership.title", profiles: "profiles.who" } as const;

/**
 * Texts of membership and checkout, or of profiles, for client-side navigation to their pages: their documents have them
 * already, and no other page loads them. Always resolves: without a network there is no such page either.
 */
export async function loadTexts(part: keyof typeof first): Promise<void> {
  const i18n = getI18n();
  if (i18n.exists(first[part])) return;
  const answer = await fetch(urls[`../../locales/${i18n.language}/${part}.json`]!).catch(() => null);
  if (!answer?.ok) return;
  i18n.addResourceBundle(i18n.language, "common", (await answer.json()) as Partial<Pack>, true);
}
