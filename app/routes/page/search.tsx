import { data, redirect, type AppLoadContext, type LoaderFunctionArgs, type MetaArgs } from "@remix-run/node";
import { useLoaderData, useNavigate, useNavigation } from "@remix-run/react";
import { useCallback, useEffect, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { MovieCard, OutputOf } from "../../../contract/index.ts";
import { succeeded } from "../../../contract/envelope.ts";
import { callOf, listingUrl, readListing, type Listing } from "../../features/listing/listing.ts";
import "../../features/listing/listing.css";
import { ListingPage } from "../../features/listing/listing-page.tsx";
import { loadListing } from "../../features/listing/load-listing.ts";
import { ActiveFilters, Filters } from "../../features/search/filters.tsx";
import { asksForSomething, readQuery, searchUrl } from "../../features/search/query.ts";
import { recentSearches } from "../../features/search/recent-searches.ts";
import { Results } from "../../features/search/results.tsx";
import { SearchBox } from "../../features/search/search-box.tsx";
import { Start } from "../../features/search/start.tsx";
import { useBrowserSession } from "../../features/session/session-provider.tsx";
import { useFetchPage } from "../../features/session/use-fetch-page.ts";
import { serverApi, type ServerApi } from "../../lib/api.server.ts";
import { pageFacts, pageMeta } from "../../lib/page-meta.ts";
import { CheckedForm } from "../../ui/checked-form.tsx";

/** With so few results the page has room for other movies. */
const few = 3;

/** One address for all lists of movies: a search, or with `list` the full list of a row of the home page. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const listing = readListing(new URL(request.url).searchParams);
  return listing ? loadList(request, context, listing) : loadSearch(request, context);
}

async function loadList(request: Request, context: AppLoadContext, listing: Listing) {
  const server: ServerApi = await serverApi(request, context);
  const { api, t, unwrap } = server;
  const loaded = await loadListing(api, listing, unwrap);
  if (loaded === "no-place") throw redirect(listingUrl({ ...listing, cursor: undefined }), 303);
  if (loaded === "no-list") throw data({ message: t("errors.not_found") }, { status: 404 });
  const name = loaded.genreName ?? (listing.list === "genre" ? "" : t(`home.${listing.list}`));
  return {
    kind: "listing" as const,
    listing,
    name,
    found: loaded.found,
    page: pageFacts(request, context, {
      title: `${name} · ${t("app.name")}`,
      description: t("list.description", { name }),
      siteName: t("app.name"),
      // The canonical address leaves out the order; search engines index only the first page of a list, and no empty
      // one.
      address: listingUrl({ ...listing, sort: undefined, cursor: undefined }),
      indexed: !listing.cursor && loaded.found.items.length > 0,
    }),
  };
}

async function loadSearch(request: Request, context: AppLoadContext) {
  const { searchParams } = new URL(request.url);
  const query = readQuery(searchParams);
  // A form without scripts also sends empty fields; the address must contain the search only.
  if ([...searchParams.values()].includes("")) throw redirect(searchUrl(query), 303);
  const { api, t, unwrap } = await serverApi(request, context);
  const asks = asksForSomething(query);
  const [answer, filters] = await Promise.all([
    asks ? api.get("movie/search", query) : null,
    api.get("search/filters", {}),
  ]);
  // A cursor that is no longer valid, from an old link: the list starts at its beginning.
  if (answer?.c === 422 && query.cursor) throw redirect(searchUrl({ ...query, cursor: undefined }), 303);
  const found: OutputOf<"movie/search"> | null = answer && unwrap(answer);
  const idle = found === null || (found.items.length <= few && !query.cursor);
  const trending = idle ? await api.get("movie/trending", {}) : null;
  return {
    kind: "search" as const,
    query,
    found,
    // The page still searches without these: a failure here is not worth an error screen.
    choices: succeeded(filters) ? filters.d : { genres: [], decades: [] },
    trending: trending && succeeded(trending) ? trending.d.items : ([] as MovieCard[]),
    page: pageFacts(request, context, {
      title: `${query.q ? t("search.results", { words: query.q }) : t("search.title")} · ${t("app.name")}`,
      description: t("search.description"),
      siteName: t("app.name"),
      indexed: !asks,
    }),
  };
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function SearchPage() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <main id="content" className="search-page flex-1">
      {loaded.kind === "listing" ? <List {...loaded} /> : <Search {...loaded} />}
    </main>
  );
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

function List({ listing, name, found }: Extract<Loaded, { kind: "listing" }>) {
  const fetchPage = useFetchPage("movie/list", (cursor) => callOf({ ...listing, cursor }));
  return <ListingPage listing={listing} name={name} found={found} fetchPage={fetchPage} />;
}

function Search({ query, found, choices, trending }: Extract<Loaded, { kind: "search" }>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { location } = useNavigation();
  const calls = useBrowserSession()?.api;
  const busy = location?.pathname === "/page/search";

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
  const fetchPage = useFetchPage("movie/search", (cursor) => ({ ...query, cursor }));
  const search = (form: HTMLFormElement, options?: { preventScrollReset: boolean; replace: boolean }) => {
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    const to = searchUrl(readQuery(new URLSearchParams(fields)));
    if (to !== searchUrl(query)) navigate(to, options);
  };

  return (
    <>
      <h1 className="sr-only">{t("search.title")}</h1>
      <CheckedForm
        action="/page/search"
        role="search"
        className="search-head"
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault();
          hideKeyboard();
          search(event.currentTarget);
        }}
        onChange={(event: FormEvent<HTMLFormElement>) => {
          const { type, name, value } = event.target as EventTarget & Partial<HTMLInputElement>;
          // A choice applies at once, and a year when it is whole; the panel stays open.
          if (type === "radio" || (name === "year" && /^(\d{4})?$/.test(value ?? "")))
            search(event.currentTarget, { preventScrollReset: true, replace: true });
        }}
      >
        <SearchBox words={query.q} suggest={suggest} eager={!asksForSomething(query)} />
        <Filters query={query} choices={choices} found={busy ? null : countOf(found)} />
      </CheckedForm>
      <div className="search-head">
        <ActiveFilters query={query} choices={choices} />
      </div>
      {found ? (
        <Results query={query} found={found} trending={trending} fetchPage={fetchPage} busy={busy} />
      ) : (
        <Start trending={trending} genres={choices.genres} />
      )}
    </>
  );
}

/** The results of a search's first page; a longer list is not counted. */
function countOf(found: OutputOf<"movie/search"> | null): { count: number; more: boolean } | null {
  return found && { count: found.items.length, more: found.next !== null };
}

/** A keyboard on the screen covers what was searched for. */
function hideKeyboard(): void {
  const field = document.activeElement;
  if (field instanceof HTMLInputElement && !matchMedia("(hover: hover)").matches) field.blur();
}
