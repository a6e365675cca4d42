import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import {
  Links,
  Meta,
  Outlet,
  useLoaderData,
  useLocation,
  useMatches,
  type ShouldRevalidateFunctionArgs,
} from "@remix-run/react";
import { lazy, Suspense, useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { succeeded } from "../contract/envelope.ts";
import { directionOf, matchLocale } from "../contract/locales.ts";
import { EarlyPlaybackScript } from "./performance/early-playback-script.tsx";
import { findFirebase } from "./features/firebase/find.ts";
import { LanguageOffer } from "./features/language/language-offer.tsx";
import { languageOfferFor } from "./features/language/language-offer.server.ts";
import { findNativeHost } from "./features/native-host/find.ts";
import { whenIdle } from "./features/offline/when-idle.ts";
import { SessionProvider } from "./features/session/session-provider.tsx";
import { exchangeUrlToken } from "./features/session/url-token.server.ts";
import { ScrollPlace } from "./features/shell/scroll-place.tsx";
import { useRemote } from "./features/television/use-remote.ts";
import { serverApi } from "./lib/api.server.ts";
import { wantsDataSaver } from "./lib/data-saver.server.ts";
import { useDocument } from "./lib/document-context.ts";
import { RouteErrorBoundary } from "./ui/error-boundary.tsx";
import { LateScripts } from "./performance/late-scripts.tsx";
import { preloadParts } from "./performance/preload-parts.ts";
import { readStoredLocale, storeLocale } from "./lib/locale-store.ts";
import type { RouteHandle } from "./lib/packs.ts";
import { pageMeta, type PageFacts } from "./lib/page-meta.ts";
import { forgetSession, keepSession } from "./lib/session-cookie.server.ts";
import { signedInUser } from "./lib/signed-in-user.server.ts";
import { BrandLinks, BrandStyle } from "./ui/brand-head.tsx";
import { TabletCheck } from "./lib/tablet-check.tsx";
import { notePlace } from "./lib/trail.ts";
import "./tailwind.css";
import { ConfirmProvider } from "./ui/confirm-dialog.tsx";
import { FollowLinks } from "./ui/follow-links.tsx";
import { NavProgress } from "./ui/nav-progress.tsx";
import { showError, Toaster } from "./ui/toaster.tsx";
import { useHydrated } from "./ui/use-hydrated.ts";
import { PrefetchPlayback } from "./prefetch-playback.tsx";

/** Not needed for anything visible: loads when the page is idle, and is skipped offline. */
const BackgroundTasks = lazy(() =>
  whenIdle()
    .then(() => import("./background-tasks.tsx"))
    .catch(() => ({ default: () => <></> })),
);

/** The configuration and the signed-in user: the part of start-up (spec, section 4) that runs on the server. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, signed, token } = await serverApi(request, context);
  const exchanged = await exchangeUrlToken(request, async (candidate, headers) => {
    const answer = await api.post("login/token", { token: candidate });
    if (!succeeded(answer)) return;
    // The user followed the link on purpose: its session replaces the present one, even with a guest's.
    forgetSession(headers, context.origin);
    keepSession(headers, context.origin, { token: candidate, guest: answer.d.anonymous === 1 });
  });
  if (exchanged) throw exchanged;
  const [config, signedIn] = await Promise.all([
    api.get("config", {}),
    signedInUser({ api, token }, { request, context }),
  ]);
  // A failed configuration is not thrown: start-up has its own screen for it.
  const user = signed() ? signedIn : null;
  if (user?.profile?.chosen === false && isHome(request)) throw redirect("/page/profiles", { status: 303 });
  return {
    config,
    user,
    dataSaver: wantsDataSaver(request, user),
    offer: languageOfferFor(request, context),
  };
}

/** Where who watches is asked: a link to a page of its own leads there at once. */
function isHome({ url }: Request): boolean {
  const { pathname } = new URL(url);
  return pathname === "/" || pathname === "/_root.data";
}

/** Navigation changes neither the configuration nor the user. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const written = args.formMethod !== undefined && args.formMethod !== "GET";
  const reloaded = args.currentUrl.href === args.nextUrl.href;
  return (written || reloaded) && args.defaultShouldRevalidate;
}

export const meta = () => pageMeta(undefined);

/** The document around every page and every error. */
export function Layout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { locale, device, television, tabletCheck, nonce, requestId, serviceWorker, texts, brand } =
    useDocument();
  // A still page replaces others (routes/offline.tsx), where scripts would not find their own page.
  const matches = useMatches();
  const still = matches.some(({ handle }) => (handle as RouteHandle | undefined)?.still);
  // Of a page whose loader failed nothing is known but the name of the service.
  const titled = matches.some(({ data }) => (data as { page?: PageFacts } | undefined)?.page);
  return (
    <html
      lang={locale}
      dir={directionOf(locale)}
      data-device={device}
      data-tv={television ? "" : undefined}
      data-request-id={requestId}
      data-texts={texts.join(" ")}
      data-brand={brand.version === "" ? undefined : JSON.stringify(brand)}
      data-worker={serviceWorker ? undefined : "off"}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {tabletCheck ? <TabletCheck nonce={nonce} /> : null}
        <EarlyPlaybackScript nonce={nonce} />
        <meta name="theme-color" content="#fbfaf8" />
        <meta name="color-scheme" content="light" />
        {titled ? null : <title>{brand.name}</title>}
        <Meta />
        <BrandLinks brand={brand} locale={locale} />
        <Links />
        <BrandStyle brand={brand} />
      </head>
      <body>
        <a
          href="#content"
          className="button button-primary fixed start-3 top-3 z-70 max-w-[calc(100%-1.5rem)] -translate-y-[200%] focus-visible:translate-y-0"
        >
          {t("nav.skip")}
        </a>
        <NavProgress />
        {children}
        {still ? null : (
          <>
            <ScrollPlace nonce={nonce} />
            <LateScripts nonce={nonce} fetches={texts} />
          </>
        )}
      </body>
    </html>
  );
}

export default function App() {
  const findings = useLoaderData<typeof loader>();
  const { locale } = useDocument();
  const hydrated = useHydrated();
  const { pathname, key } = useLocation();
  useRemote();
  useEffect(preloadParts, []);
  // The key tells two entries of one path apart.
  useEffect(() => notePlace(pathname), [pathname, key]);
  return (
    <SessionProvider
      findings={findings}
      locale={locale}
      identity={findFirebase(findings.config)}
      nativeHost={findNativeHost}
      storedLocale={readStoredLocale}
      changeLocale={changeLocale}
      toast={showError}
    >
      {findings.offer ? <LanguageOffer {...findings.offer} /> : null}
      <ConfirmProvider>
        <Outlet />
      </ConfirmProvider>
      <Toaster />
      <FollowLinks />
      <PrefetchPlayback />
      {hydrated ? (
        <Suspense fallback={null}>
          <BackgroundTasks />
        </Suspense>
      ) : null}
    </SessionProvider>
  );
}

/** The page's texts come with the document, so another language is another document. */
function changeLocale(wanted: string): void {
  const locale = matchLocale(wanted);
  if (!locale || locale === document.documentElement.lang) return;
  storeLocale(locale);
  window.location.reload();
}

export function ErrorBoundary() {
  return (
    <div className="frame">
      <RouteErrorBoundary />
    </div>
  );
}
