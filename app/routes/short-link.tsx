import { data, redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { codes } from "../../contract/codes.ts";
import { episodeOf } from "../features/player/now-playing.ts";
import { serverApi } from "../lib/api.server.ts";
import { RouteErrorBoundary } from "../ui/error-boundary.tsx";

/** `/s/<code>/<index>`: a short address of a video, which keeps nothing of its query but the moment. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { api, t, unwrap } = await serverApi(request, context);
  const index = episodeOf(params.index);
  const answer = await api.get("movie/short", { code: params.code ?? "" });
  // The API refuses a malformed code as invalid: the reader sees "not found".
  if (index === null || answer.c === codes.invalid.c)
    throw data({ message: t("errors.not_found") }, { status: 404 });
  const { id } = unwrap(answer);
  const moment = new URL(request.url).searchParams.get("t") ?? "";
  const query = /^\d{1,6}$/.test(moment) ? `?t=${moment}` : "";
  return redirect(`/video/${id}${index === 1 ? "" : `/${index}`}${query}`, {
    status: 301,
    headers: { "Cache-Control": "public, max-age=3600" },
  });
}

/** Only an error is ever shown. */
export default function ShortLink() {
  return null;
}

export function ErrorBoundary() {
  return (
    <div className="frame">
      <div className="page">
        <RouteErrorBoundary />
      </div>
    </div>
  );
}
