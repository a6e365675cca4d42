import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { longestQuery } from "../../../contract/service/values.ts";
import { succeeded } from "../../../contract/envelope.ts";
import { localeOfCode } from "../../../contract/locales.ts";
import { CollectionEditor } from "../../admin/catalogue/collections/collection-editor.tsx";
import { CollectionList } from "../../admin/catalogue/collections/collection-list.tsx";
import { CollectionTitles } from "../../admin/catalogue/collections/collection-titles.tsx";
import { writeCollection } from "../../admin/catalogue/collections/write-collection.server.ts";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { useMay } from "../../admin/kit/admin-frame.tsx";
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
  const asked = search.get("collection");
  const [list, detail, found] = await Promise.all([
    api.get("z/collection/list", {}),
    asked ? api.get("z/collection/detail", { id: asked }) : null,
    words === "" ? null : api.get("z/movie/list", { q: words, limit: mostHits }),
  ]);
  // One that is gone, or that never was: the list alone.
  const open = detail && succeeded(detail) ? detail.d : null;
  const nameOf = ({ id, texts }: { id: string; texts: Partial<Record<string, { name: string }>> }) =>
    (texts[locale] ?? texts.en ?? Object.values(texts)[0])?.name ?? id;
  return {
    lines: unwrap(list).items.map((one) => ({ id: one.id, movies: one.movies, name: nameOf(one) })),
    open,
    name: open ? nameOf(open) : "",
    fresh: asked === "",
    lang: localeOfCode(search.get("lang") ?? "") ?? (asked === "" || open?.texts.en ? "en" : locale),
    made: search.has("made"),
    words,
    hits: found && unwrap(found).items.map(({ id, title, year, state }) => ({ id, title, year, state })),
    page: adminPage(request, context, { t, title: t("admin.section.collections") }),
  };
}

/** Changes, makes or deletes a collection (`intent`). */
export async function action({ request, context }: ActionFunctionArgs) {
  const server = await requirePermission(request, context, "catalogue.write");
  return writeCollection(server, await readFields(request, context));
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Collections() {
  const { t } = useTranslation();
  const { lines, open, name, fresh, lang, made, words, hits } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const editable = useMay()("catalogue.write");
  const shown = useMemo(
    () =>
      made && open
        ? { done: { text: t("profile.saved") }, at: [{ id: "collection-movies", text: name }] }
        : undefined,
    [made, open, name, t],
  );
  return (
    <main id="content" className="z-main">
      <PageHead title={t("admin.section.collections")} text={t("admin.collection.text")} />
      <OutcomeNotice outcome={outcome ?? shown} />
      <div className="z-columns mt-3">
        <CollectionList collections={lines} open={open?.id ?? null} editable={editable} />
        {open || fresh ? (
          <div className="grid min-w-0 grid-cols-1 gap-4">
            <CollectionEditor
              key={open ? `${open.id} ${open.revision}` : lines.length}
              collection={open}
              name={name}
              lang={lang}
              languages={languageOptions}
              outcome={outcome}
              editable={editable}
            />
            {open ? (
              <CollectionTitles
                key={open.id}
                collection={open}
                words={words}
                hits={hits}
                editable={editable}
              />
            ) : null}
          </div>
        ) : null}
      </div>
    </main>
  );
}
