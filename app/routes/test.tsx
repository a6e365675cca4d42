import { data, type LoaderFunctionArgs, type MetaArgs } from "@remix-run/node";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { succeeded } from "../../contract/envelope.ts";
import { DiagnosticsPage } from "../features/diagnostics/diagnostics-page.tsx";
import { detectBridge } from "../features/native-host/detect.ts";
import { useSession } from "../features/session/session-provider.tsx";
import { serverApi, type ServerApi } from "../lib/api.server.ts";
import { RouteErrorBoundary } from "../ui/error-boundary.tsx";
import { pageFacts, pageMeta } from "../lib/page-meta.ts";
import type { loader as rootLoader } from "../root.tsx";
import { WholePendingPage } from "./shell-bars.tsx";
import { BackLink } from "../ui/back-link.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";

const Player = lazy(async () => ({ default: (await import("../features/player/player.tsx")).Player }));

/** For operators and developers; not found unless DIAGNOSTICS or the setting enables it. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const server = await serverApi(request, context);
  const { api, t, locale, unwrap } = server;
  const began = performance.now();
  const { version, identity, diagnostics } = unwrap(await api.get("config", {}));
  const apiMs = Math.round((performance.now() - began) * 10) / 10;
  if (!diagnostics) throw data({ message: t("errors.not_found") }, { status: 404 });
  if (new URL(request.url).searchParams.has("throw"))
    throw new Error("The diagnostics page was asked to break");
  return {
    server: {
      version,
      locale,
      apiMs,
      device: context.device,
      browser: request.headers.get("User-Agent") ?? "",
      origin: context.origin,
      request: context.requestId,
      provider: identity.provider as string,
    },
    sample: await findSample(server, context.origin),
    page: pageFacts(request, context, {
      title: `${t("test.title")} · ${t("app.name")}`,
      description: t("test.text"),
      siteName: t("app.name"),
      indexed: false,
    }),
  };
}

/** The most watched movie that is free and encoded; null if there is none. */
async function findSample({ api }: ServerApi, origin: string) {
  const films = await api.get("movie/list", { kind: "film", access: "free", sort: "popular", limit: 24 });
  const film = succeeded(films) ? films.d.items.find(({ ready }) => ready) : undefined;
  const start = film && (await api.get("playback/start", { id: film.id }));
  if (!film || !start || !succeeded(start)) return null;
  const { path, version } = film.artwork;
  const still = `${path}/backdrop-640.webp?v=${version}`;
  const shared = { title: film.title, url: `${origin}/video/${film.id}`, embedUrl: null };
  return { playback: start.d, title: film.title, still, shared };
}

/** It describes one browser: no cache may give it to another. */
export const headers = () => ({ "Cache-Control": "no-store" });

export const meta = ({ data: answer }: MetaArgs<typeof loader>) => pageMeta(answer?.page);

export default function Test() {
  const { t } = useTranslation();
  const { server, sample } = useLoaderData<typeof loader>();
  const user = useRouteLoaderData<typeof rootLoader>("root")?.user ?? null;
  const { session, state } = useSession();
  const scripted = useHydrated();
  const ping = session ? () => session.api.get("config", {}, { loading: false, toast: false }) : null;
  return (
    <div className="frame">
      <div className="page">
        <main id="content" className="mx-auto w-full max-w-2xl px-(--gutter) pt-2 pb-12">
          <div className="flex items-center gap-1">
            <BackLink to="/" className="-ms-2.5 grid size-11 place-items-center rounded-full" />
            <h1 className="text-2xl font-extrabold tracking-tight">{t("test.title")}</h1>
          </div>
          <p className="mt-1 text-ink-soft">{t("test.text")}</p>
          <DiagnosticsPage
            server={server}
            user={scripted ? state.info : user}
            nativeHost={scripted ? detectBridge(window) !== null : null}
            ping={ping}
            player={
              sample ? (
                <div className="aspect-video overflow-hidden rounded-lg bg-night">
                  <Sample sample={sample} scripted={scripted} />
                </div>
              ) : null
            }
          />
        </main>
      </div>
      <WholePendingPage />
    </div>
  );
}

type LoadedSample = NonNullable<Awaited<ReturnType<typeof findSample>>>;

/** The app's player, loaded after the page; without scripts the browser's own. */
function Sample({ sample, scripted }: { sample: LoadedSample; scripted: boolean }) {
  const { playback, still, title, shared } = sample;
  if (scripted) {
    return (
      <Suspense fallback={null}>
        <Player
          playback={playback}
          poster={still}
          title={title}
          here="/test"
          shared={shared}
          everyS={60}
          save={nothing}
        />
      </Suspense>
    );
  }
  return (
    <noscript>
      <video controls playsInline preload="none" poster={still} aria-label={title} className="size-full">
        <source src={playback.hls} type="application/vnd.apple.mpegurl" />
        <source src={playback.progressive} type="video/mp4" />
      </video>
    </noscript>
  );
}

/** Playback here is not added to a history. */
const nothing = () => undefined;

export function ErrorBoundary() {
  return (
    <div className="frame">
      <RouteErrorBoundary />
    </div>
  );
}
