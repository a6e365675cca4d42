import type { LoaderFunctionArgs } from "@remix-run/node";
import { iconAddress, type BrandIcon } from "../../contract/service/brand-facts.ts";
import { directionOf, matchLocale } from "../../contract/locales.ts";
import { translatorOf } from "../lib/i18n.server.ts";

const screenshots = [
  { src: "/screenshots/phone.jpg", sizes: "720x1280", type: "image/jpeg", form_factor: "narrow" },
  { src: "/screenshots/desktop.jpg", sizes: "1280x800", type: "image/jpeg", form_factor: "wide" },
];

/** The manifest of the installed app. Its address names the language: browsers request it without cookies. */
export function loader({ request, context }: LoaderFunctionArgs): Response {
  const { brand } = context;
  const wanted = new URL(request.url).searchParams.get("lang");
  const locale = matchLocale(wanted ?? "") ?? brand.language;
  const t = translatorOf(locale, context).getFixedT(locale);
  const png = (name: BrandIcon, side: number) => ({
    src: iconAddress(brand, name),
    sizes: `${side}x${side}`,
    type: "image/png",
  });
  const icon = png("icon-192.png", 192);
  const own = brand.icons === null;
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
      ...(own ? [{ src: "/icons/icon.svg", sizes: "any", type: "image/svg+xml" }] : []),
      icon,
      png("icon-512.png", 512),
      { ...png("icon-maskable-512.png", 512), purpose: "maskable" },
    ],
    // They show the product's own name.
    screenshots: (brand.version === "" ? screenshots : []).map((picture) => ({
      ...picture,
      label: t("home.title"),
    })),
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
