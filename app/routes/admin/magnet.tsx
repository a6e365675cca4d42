import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { codes } from "../../../contract/codes.ts";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { useMay } from "../../admin/kit/admin-frame.tsx";
import "../../admin/kit/css/magnet.css";
import "../../admin/kit/css/movie.css";
import { titleNamed } from "../../admin/ingest/magnets/choose-files.server.ts";
import { readMagnetQuery } from "../../admin/ingest/magnets/magnet-query.ts";
import { MagnetList, OneMagnet } from "../../admin/ingest/magnets/magnet-screens.tsx";
import { magnetsNow, withNames } from "../../admin/ingest/magnets/now.server.ts";
import { writeMagnet } from "../../admin/ingest/magnets/write-magnet.server.ts";
import type { Outcome } from "../../admin/kit/outcome.ts";
import { languages } from "../../features/language/languages.ts";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { notFound, requirePermission } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };
const languageOptions = languages.map(({ locale, name }) => ({ value: locale, label: name }));

/** All magnets, or the one that `id` names. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const server = await requirePermission(request, context, "catalogue.read");
  const { api, t, unwrap, locale } = server;
  const search = new URL(request.url).searchParams;
  const id = search.get("id");
  if (id === null) {
    const removed: Outcome | undefined = search.has("removed")
      ? { done: { text: t("admin.magnet.removed") } }
      : undefined;
    const first = await magnetsNow(server, search);
    const page = adminPage(request, context, { t, title: t("admin.section.magnets") });
    return { list: { first, query: readMagnetQuery(search), removed }, one: null, page };
  }
  const answer = await api.get("z/magnet/read", { id });
  // A malformed id belongs to no magnet.
  if (answer.c === codes.invalid.c) throw notFound(server, context);
  const first = withNames(server, unwrap(answer));
  // Computed at render: a magnet's content may become known while the page is open.
  const begins = { locale, year: new Date().getUTCFullYear() };
  const { target } = first.magnet;
  const named = target?.kind === "existing" ? await titleNamed(server, target.movie) : null;
  return {
    list: null,
    one: { first, begins, named },
    page: adminPage(request, context, { t, title: first.magnet.name }),
  };
}

/** Every write about magnets (`intent`). */
export async function action({ request, context }: ActionFunctionArgs) {
  const server = await requirePermission(request, context, "catalogue.write");
  return writeMagnet(server, await readFields(request, context));
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Magnets() {
  const { list, one } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const editable = useMay()("catalogue.write");
  if (one) {
    const { first } = one;
    return (
      <OneMagnet
        key={first.magnet.id}
        {...one}
        outcome={outcome}
        editable={editable}
        languages={languageOptions}
      />
    );
  }
  return (
    <MagnetList first={list.first} query={list.query} editable={editable} outcome={outcome ?? list.removed} />
  );
}
