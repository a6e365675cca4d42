import type { LoaderFunctionArgs, MetaArgs, SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { succeeded } from "../../../contract/envelope.ts";
import { ContinueRow } from "../../features/catalogue/continue-row.tsx";
import { EmptyHouse } from "../../features/catalogue/empty-house.tsx";
import { Hero } from "../../features/catalogue/hero.tsx";
import { PosterRow, rowsOfPosters } from "../../features/catalogue/poster-row.tsx";
import { serverApi } from "../../lib/api.server.ts";
import { useDocument } from "../../lib/document-context.ts";
import { feedLink, pageFacts, pageMeta, searchLink } from "../../lib/page-meta.ts";
import { useGradually } from "../../performance/use-gradually.ts";
import { TextLinks } from "../../ui/text-links.tsx";

/** Rows that a phone shows below the movies of the day, and as many more each time. */
const screenful = { first: () => 2, step: 2 };

/** Largest number of movies in the continue-watching row. */
const continued = 12;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, signed, unwrap } = await serverApi(request, context);
  const [home, progress, recommended] = await Promise.all([
    api.get("home/rows", {}),
    signed() ? api.get("progress/list", { state: "unfinished", limit: continued }) : null,
    signed() ? api.get("recommendation/list", {}) : null,
  ]);
  const { hero, rows } = unwrap(home);
  const own = recommended && succeeded(recommended) ? recommended.d.rows : [];
  return {
    hero,
    // The home page works without what is the user's own: a failure there is not worth an error screen.
    rows: rowsOfPosters([
      ...own.map(({ because, items }) => ({
        kind: "picked" as const,
        genre: null,
        name: t("home.because", { title: because.title }),
        items,
      })),
      ...rows.filter((row) => row.items.length > 0),
    ]),
    unfinished: progress && succeeded(progress) ? progress.d.items : [],
    page: pageFacts(request, context, {
      title: t("home.title"),
      description: t("app.description"),
      siteName: t("app.name"),
    }),
  };
}

export const meta = ({ data }: MetaArgs<typeof loader>) => [
  ...pageMeta(data?.page),
  ...(data ? [feedLink(data.page, "/feed.xml", data.page.siteName), searchLink(data.page)] : []),
];

export default function Home() {
  const { hero, rows, unfinished } = useLoaderData<typeof loader>();
  return (
    <main id="content" className="pb-8">
      <Rows hero={hero} rows={rows} unfinished={unfinished} />
    </main>
  );
}

type RowsProps = Pick<SerializeFrom<typeof loader>, "hero" | "rows" | "unfinished">;

const Rows = memo(function Rows({ hero, rows, unfinished }: RowsProps) {
  const { t } = useTranslation();
  const { links } = useDocument().brand;
  const shown = useGradually(rows.length, screenful);
  return (
    <>
      <h1 className="sr-only">{t("home.title")}</h1>
      {hero.length + rows.length === 0 ? <EmptyHouse /> : null}
      {hero.length > 0 ? <Hero items={hero} /> : null}
      {unfinished.length > 0 ? <ContinueRow items={unfinished} /> : null}
      {rows.slice(0, shown).map((row, order) => (
        <PosterRow key={row.genre?.id ?? `${row.kind} ${row.name ?? ""}`} row={row} eager={order < 2} />
      ))}
      {links.length > 0 && shown === rows.length ? <TextLinks className="mt-10 px-(--gutter)" /> : null}
    </>
  );
});
