import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { useMay } from "../../admin/kit/admin-frame.tsx";
import { GenreEditor, GenresList } from "../../admin/catalogue/arrangement/genres-panel.tsx";
import { genreOptions } from "../../admin/kit/options.ts";
import { writeGenre } from "../../admin/catalogue/arrangement/write-genre.server.ts";
import "../../admin/kit/css/movie.css";
import { OutcomeNotice } from "../../admin/kit/outcome-notice.tsx";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { languages } from "../../features/language/languages.ts";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };
const languageOptions = languages.map(({ locale, name }) => ({ value: locale, label: name }));

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, unwrap, locale } = await requirePermission(request, context, "catalogue.read");
  const { items } = unwrap(await api.get("z/genre/list", { count: true }));
  const asked = new URL(request.url).searchParams.get("genre");
  return {
    items,
    names: Object.fromEntries(genreOptions(items, locale).map(({ value, label }) => [value, label])),
    open: items.find(({ id }) => id === asked) ?? null,
    fresh: asked === "",
    page: adminPage(request, context, { t, title: t("admin.section.genres") }),
  };
}

/** Saves or deletes a genre (`intent`). */
export async function action({ request, context }: ActionFunctionArgs) {
  const server = await requirePermission(request, context, "catalogue.write");
  return writeGenre(server, await readFields(request, context));
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Genres() {
  const { t } = useTranslation();
  const { items, names, open, fresh } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const editable = useMay()("catalogue.write");
  return (
    <main id="content" className="z-main">
      <PageHead title={t("admin.section.genres")} text={t("admin.genre.text")} />
      <OutcomeNotice outcome={outcome} />
      <div className="z-columns mt-3">
        <GenresList genres={items} open={open?.id ?? null} nameOf={({ id }) => names[id] ?? id} />
        {open || fresh ? (
          <GenreEditor
            // A saved genre has other names, and a new one makes the list longer: the form resets.
            key={open ? `${open.id} ${JSON.stringify(open.names)}` : items.length}
            genre={open}
            languages={languageOptions}
            outcome={outcome}
            editable={editable}
          />
        ) : null}
      </div>
    </main>
  );
}
