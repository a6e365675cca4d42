import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { longestQuery } from "../../../contract/service/values.ts";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { useMay } from "../../admin/kit/admin-frame.tsx";
import { genreOptions } from "../../admin/kit/options.ts";
import { RowTitles } from "../../admin/catalogue/arrangement/row-titles.tsx";
import { RowEditor, RowsList } from "../../admin/catalogue/arrangement/rows-panel.tsx";
import { writeRows } from "../../admin/catalogue/arrangement/write-rows.server.ts";
import "../../admin/kit/css/movie.css";
import { OutcomeNotice } from "../../admin/kit/outcome-notice.tsx";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { languages } from "../../features/language/languages.ts";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };
/** Titles that the picker shows for a search. */
const mostHits = 8;
const languageOptions = languages.map(({ locale, name }) => ({ value: locale, label: name }));

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, unwrap, locale } = await requirePermission(request, context, "catalogue.read");
  const search = new URL(request.url).searchParams;
  const words = (search.get("find") ?? "").trim().slice(0, longestQuery);
  const [plan, genres, found] = await Promise.all([
    api.get("z/row/list", {}),
    api.get("z/genre/list", {}),
    words === "" ? null : api.get("z/movie/list", { q: words, limit: mostHits }),
  ]);
  const { rows, revision } = unwrap(plan);
  const names = new Map(genreOptions(unwrap(genres).items, locale).map(({ value, label }) => [value, label]));
  const asked = search.get("row");
  const at = Number(asked);
  return {
    plan: { rows, revision },
    names: rows.map(({ kind, genre, names: own }) => {
      if (kind === "genre") return names.get(genre ?? "") ?? genre ?? "";
      if (kind === "picked") return own[locale] ?? own.en ?? Object.values(own)[0] ?? "";
      return t(`home.${kind}`);
    }),
    open: asked !== null && asked !== "" && rows[at]?.kind === "picked" ? at : null,
    fresh: asked === "new",
    made: search.has("made"),
    words,
    hits: found && unwrap(found).items.map(({ id, title, year, state }) => ({ id, title, year, state })),
    page: adminPage(request, context, { t, title: t("admin.section.rows") }),
  };
}

/** Changes one row (`intent`). */
export async function action({ request, context }: ActionFunctionArgs) {
  const server = await requirePermission(request, context, "catalogue.write");
  return writeRows(server, await readFields(request, context));
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Rows() {
  const { t } = useTranslation();
  const { plan, names, open, fresh, made, words, hits } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const editable = useMay()("catalogue.write");
  const shown = useMemo(
    () =>
      made && open !== null
        ? { done: { text: t("profile.saved") }, at: [{ id: "row-movies", text: names[open] ?? "" }] }
        : undefined,
    [made, open, names, t],
  );
  return (
    <main id="content" className="z-main">
      <PageHead title={t("admin.section.rows")} text={t("admin.row.text")} />
      <OutcomeNotice outcome={outcome ?? shown} />
      <div className="z-columns mt-3">
        <RowsList
          plan={plan}
          open={open}
          editable={editable}
          nameOf={(row) => names[plan.rows.indexOf(row)] ?? ""}
        />
        {open !== null || fresh ? (
          <div className="grid gap-4">
            {open !== null ? (
              <RowTitles
                key={open}
                plan={plan}
                at={open}
                name={names[open] ?? ""}
                words={words}
                hits={hits}
                editable={editable}
              />
            ) : null}
            <RowEditor
              key={`${open} ${plan.revision}`}
              plan={plan}
              at={open}
              languages={languageOptions}
              outcome={outcome}
              editable={editable}
            />
          </div>
        ) : null}
      </div>
    </main>
  );
}
