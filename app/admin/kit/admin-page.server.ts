import type { AppLoadContext } from "@remix-run/node";
import type { TFunction } from "i18next";
import { pageFacts } from "../../lib/page-meta.ts";

/** Facts of an admin page: its name, hidden from search engines. */
export function adminPage(
  request: Request,
  context: AppLoadContext,
  { t, title }: { t: TFunction; title: string },
) {
  return pageFacts(request, context, {
    title: `${title} · ${t("admin.nav.area")} · ${t("app.name")}`,
    description: t("admin.nav.description"),
    siteName: t("app.name"),
    indexed: false,
  });
}
