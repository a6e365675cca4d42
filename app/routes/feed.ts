import type { LoaderFunctionArgs } from "@remix-run/node";
import { iconAddress } from "../../contract/service/brand-facts.ts";
import { answerPacked } from "../features/found/answer.server.ts";
import { episodeFeedOf, movieFeedOf } from "../features/found/feeds.server.ts";
import { dataOf } from "../features/found/call-failed.ts";
import { answerFound, foundApi } from "../features/found/found-api.server.ts";
import { episodeTitle } from "../lib/episode-words.ts";

/** `/feed.xml` and `/feed/series/<id>.xml`: what is new, as Atom, in the language that the address names. */
export function loader({ request, context, params }: LoaderFunctionArgs): Promise<Response> {
  const { api, t, locale } = foundApi(request, context);
  const { brand } = context;
  const place = {
    locale,
    origin: context.origin,
    author: t("app.name"),
    own: brand.language,
    icon: iconAddress(brand, "icon-192.png"),
  };
  const feedOf = async (id: string | undefined) => {
    if (id === undefined) {
      const title = `${t("home.new")} · ${t("app.name")}`;
      return movieFeedOf(dataOf(await api.get("feed/movies", {})), { ...place, title });
    }
    return episodeFeedOf(dataOf(await api.get("feed/episodes", { id })), {
      ...place,
      nameOf: (episode, seasons) => episodeTitle(t, episode, seasons),
    });
  };
  return answerFound(async () =>
    answerPacked(request, await feedOf(params.id), { type: "application/atom+xml", maxAgeS: 300 }),
  );
}
