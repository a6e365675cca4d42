import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CueScreen } from "../../admin/catalogue/cues/cue-screen.tsx";
import { placeOf, readCuePage } from "../../admin/catalogue/cues/read-cues.server.ts";
import { writeCues } from "../../admin/catalogue/cues/write-cues.server.ts";
import { useMay } from "../../admin/kit/admin-frame.tsx";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import "../../admin/kit/css/movie.css";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };

/** The lines of a subtitle track. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const server = await requirePermission(request, context, "catalogue.read");
  const { t } = server;
  const { from, ...place } = placeOf(request, params.id!);
  const { list, preview, title } = await readCuePage(server, context, { ...place, from });
  return {
    list,
    preview,
    place,
    title,
    page: adminPage(request, context, { t, title: `${list.label} · ${title}` }),
  };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const server = await requirePermission(request, context, "catalogue.write");
  const { from: _from, ...track } = placeOf(request, params.id!);
  return writeCues({ server, track, form: await readFields(request, context) });
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function MovieCues() {
  const { list, preview, place, title } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const editable = useMay()("catalogue.write");
  return (
    <CueScreen
      list={list}
      preview={preview}
      place={place}
      title={title}
      outcome={outcome}
      editable={editable}
    />
  );
}
