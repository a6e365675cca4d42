import { http } from "msw";
import { setupServer } from "msw/node";
import { answerAsTmdb } from "./tmdb-answers.ts";

type Answer = (request: Request) => Response | Promise<Response>;

/** TMDB as the server meets it, answered in this process. */
export function startTmdb() {
  const asked: { path: string; query: URLSearchParams; authorization: string | null }[] = [];
  const state = {
    /** Answers in place of TMDB, for requests whose path contains these words. */
    instead: null as { of: string; answer: Answer } | null,
  };
  const answer = async ({ request }: { request: Request }) => {
    const { pathname, searchParams } = new URL(request.url);
    const authorization = request.headers.get("Authorization");
    asked.push({ path: pathname.replace(/^\/(3|t\/p)\//, ""), query: searchParams, authorization });
    const { instead } = state;
    return instead && pathname.includes(instead.of) ? instead.answer(request) : answerAsTmdb(request);
  };
  const server = setupServer(
    http.get("https://api.themoviedb.org/3/*", answer as never),
    http.get("https://image.tmdb.org/t/p/*", answer as never),
  );
  server.listen({ onUnhandledFrame: "error" });
  return {
    asked,
    /** What TMDB answers from now on about such paths; null = as it does. */
    answers: (of: string | null, answer: Answer = () => Response.error()) => {
      state.instead = of === null ? null : { of, answer };
    },
    close: () => server.close(),
  };
}
export type TmdbStandIn = ReturnType<typeof startTmdb>;
