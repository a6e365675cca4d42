import { useContext } from "react";
import { renderToString } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { expect, test } from "vitest";
import type { HeroCard } from "../../../contract/index.ts";
import common from "../../../locales/en/common.json";
import { DocumentContext } from "../../lib/document-context.ts";
import { createTranslator, type Pack } from "../../lib/i18n.ts";
import { createHtmlCache } from "../../performance/html-cache.ts";
import { KeptHtmlContext } from "../../performance/kept-html.ts";
import { Hero } from "./hero.tsx";
import { PosterRow } from "./poster-row.tsx";
import { RelatedRow } from "./related-row.tsx";

const movie: HeroCard = {
  ...{ id: "behind-gold", kind: "film", title: "Behind gold", description: "A vault.", year: 2026 },
  ...{ access: "vip-2", rating: 0, genres: [], genreNames: [], episodes: 1, ready: true },
  artwork: { path: "/artwork/behind-gold", version: "1", colour: "#111111" },
};
const row = { kind: "new" as const, genre: null, name: null, items: [movie] };

/** The document of a service, whose operator names the tiers. */
function Named({ tiers, children }: { tiers: string[]; children: React.ReactNode }) {
  const facts = useContext(DocumentContext);
  const brand = { ...facts.brand, tiers };
  return <DocumentContext.Provider value={{ ...facts, brand }}>{children}</DocumentContext.Provider>;
}

const kept = createHtmlCache();
const i18n = createTranslator("en", common as Pack);
const html = (tiers: string[], page: React.ReactNode) =>
  renderToString(
    <I18nextProvider i18n={i18n}>
      <KeptHtmlContext.Provider value={kept}>
        <Named tiers={tiers}>{page}</Named>
      </KeptHtmlContext.Provider>
    </I18nextProvider>,
  );

test.each([
  ["the pictures of the day", <Hero key="hero" items={[movie]} />],
  ["a row", <PosterRow key="row" row={row} eager={false} />],
  ["what is like a movie", <RelatedRow key="related" items={[movie]} />],
])("a tier's new name is on %s at once", (_what, page) => {
  expect(html(["VIP", "Silver"], page)).toContain("Silver");
  const renamed = html(["VIP", "Gold"], page);
  expect(renamed).toContain("Gold");
  expect(renamed).not.toContain("Silver");
});
