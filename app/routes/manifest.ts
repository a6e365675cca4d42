import type { LoaderFunctionArgs } from "@remix-run/node";
import { defaultLocale, directionOf, matchLocale } from "../../contract/locales.ts";
import { translatorOf } from "../lib/i18n.server.ts";

/** The manifest of the installed app. Its address names the language: browsers request it without cookies. */
export function loader({ request }: LoaderFunctionArgs): Response {
  const wanted = new URL(request.url).searchParams.get("lang");
  const locale = matchLocale(wanted ?? "") ?? defaultLocale;
  const t = translatorOf(locale).getFixedT(locale);
  const icon = { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" };
  const shortcut = (name: string, url: string) => ({ name, url, icons: [icon] });
  const manifest = {
    // One app in every language.
    id: "/",
    start_url: "/",
    scope: "/",
    lang: locale,
    dir: directionOf(locale),
    name: t("app.name"),
    short_name: t("app.name"),
    description: t("app.description"),
    display: "standalone",
    background_color: "#fbfaf8",
    theme_color: "#fbfaf8",
    categories: ["entertainment"],
    icons: [
      { src: "/icons/icon.svg", sizes: "any", type: "image/svg+xml" },
      icon,
      { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
      {
        src: "/icons/icon-maskable-512.png",
        sizes: "512x512",
        type: "image/png",
        purpose: "maskable",
      },
    ],
    screenshots: [
      { src: "/screenshots/phone.jpg", sizes: "720x1280", type: "image/jpeg", form_factor: "narrow" },
      { src: "/screenshots/desktop.jpg", sizes: "1280x800", type: "image/jpeg", form_factor: "wide" },
    ].map((picture) => ({ ...picture, label: t("home.title") })),
    shortcuts: [
      shortcut(t("search.label"), "/page/search"),
      shortcut(t("nav.myList"), "/my-list"),
      shortcut(t("myList.history"), "/my-list/history"),
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=3600" },
  });
}
