import { redirect, type LoaderFunctionArgs, type MetaArgs } from "@remix-run/node";
import { Form, useLoaderData, useNavigate, useNavigation } from "@remix-run/react";
import { useCallback, useEffect, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { MovieCard, OutputOf } from "../../../contract/index.ts";
import { succeeded } from "../../../contract/envelope.ts";
import { ActiveFilters, Filters } from "../../features/search/filters.tsx";
import { asksForSomething, readQuery, searchUrl } from "../../features/search/query.ts";
import { recentSearches } from "../../features/search/recent-searches.ts";
import { Results } from "../../features/search/results.tsx";
import { SearchBox } from "../../features/search/search-box.tsx";
import { Start } from "../../features/search/start.tsx";
import { useSession } from "../../features/session/session-provider.tsx";
import { serverApi } from "../../lib/api.server.ts";
import { pageFacts, pageMeta } from "../../lib/page-meta.ts";

/** With so few results the page has room for what else there is. */
const few = 3;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const query = readQuery(searchParams);
  // A form without scripts also sends what was left empty; the address is to be the search and no more.
  if ([...searchParams.values()].includes("")) return redirect(searchUrl(query), 303);
  const { api, t, unwrap } = await serverApi(request, context);
  const asks = asksForSomething(query);
  const [answer, filters] = await Promise.all([
    asks ? api.get("movie/search", query) : null,
    api.get("search/filters", {}),
  ]);
  // A place in a list that is no longer, from an old link: the list begins anew.
  if (answer?.c === 422 && query.cursor) return redirect(searchUrl({ ...query, cursor: undefined }), 303);
  const found: OutputOf<"movie/search"> | null = answer && unwrap(answer);
  const idle = found === null || (found.items.length <= few && !query.cursor);
  const trending = idle ? await api.get("movie/trending", {}) : null;
  return {
    query,
    found,
    // Without these the page still searches: a failure here is not worth an error screen.
    choices: succeeded(filters) ? filters.d : { genres: [], decades: [] },
    trending: trending && succeeded(trending) ? trending.d.items : ([] as MovieCard[]),
    page: pageFacts(request, context, {
      title: `${query.q ? t("search.results", { words: query.q }) : t("search.title")} · ${t("app.name")}`,
      description: t("search.description"),
      siteName: t("app.name"),
    }),
  };
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function SearchPage() {
  const { t } = useTranslation();
  const { query, found, choices, trending } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const { location } = useNavigation();
  const { session } = useSession();
  const calls = session?.api;

  useEffect(() => {
    if (query.q && found && !found.near && found.items.length > 0) recentSearches.add(query.q);
  }, [query.q, found]);

  const suggest = useCallback(
    async (q: string, signal: AbortSignal) => {
      const answer = await calls?.get("movie/suggest", { q }, { loading: false, toast: false, signal });
      return answer && succeeded(answer) ? answer.d.items : null;
    },
    [calls],
  );
  const fetchPage = async (cursor: string) => {
    const answer = await calls?.get("movie/search", { ...query, cursor }, { loading: false });
    return answer && succeeded(answer) ? answer.d : null;
  };
  const search = (form: HTMLFormElement, options?: { preventScrollReset: boolean; replace: boolean }) => {
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    navigate(searchUrl(readQuery(new URLSearchParams(fields))), options);
  };

  return (
    <main id="content" className="search-page flex-1">
      <h1 className="sr-only">{t("search.title")}</h1>
      <Form
        action="/page/search"
        role="search"
        className="search-head"
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault();
          search(event.currentTarget);
        }}
        onChange={(event: FormEvent<HTMLFormElement>) => {
          const field = event.target as EventTarget & { type?: string };
          // A choice is seen at once; the panel stays where it is.
          if (field.type === "radio")
            search(event.currentTarget, { preventScrollReset: true, replace: true });
        }}
      >
        <SearchBox words={query.q} suggest={suggest} eager={!asksForSomething(query)} />
        <Filters query={query} choices={choices} />
      </Form>
      <div className="search-head">
        <ActiveFilters query={query} choices={choices} />
      </div>
      {found ? (
        <Results
          query={query}
          found={found}
          trending={trending}
          fetchPage={fetchPage}
          busy={location?.pathname === "/page/search"}
        />
      ) : (
        <Start trending={trending} genres={choices.genres} />
      )}
    </main>
  );
}
