import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { RotateCw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Facts, type Fact } from "./facts.tsx";
import { useDocument } from "../lib/document-context.ts";

type Details = {
  status: number | undefined;
  message: string;
  requestId: string | undefined;
  /** Name and message of an error of the browser. */
  cause: string | undefined;
};

/** What Remix puts in place of an error of the server, so that its message and stack stay there. */
const hiddenByServer = "Unexpected Server Error";
/** Longest address and longest message of an error that are shown. Characters. */
const longest = 200;

/**
 * The error screen of every route group (spec, section 2). A refusal (4xx) shows the server's message; anything else
 * that it was unexpected. Below are the status, the path that was asked for (a query may hold a token) and the
 * request's id, and of an error of the browser its name and message. A stack never reaches a page.
 */
export function RouteErrorBoundary() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const document = useDocument();
  const details = detailsOf(useRouteError());
  const message = details.message || t(details.status === 404 ? "errors.not_found" : "error.unexpected");
  const requestId = details.requestId ?? (details.status === 404 ? undefined : document.requestId);
  const facts: Fact[] = [
    ...(details.status ? [{ label: t("error.status"), value: String(details.status) }] : []),
    { label: t("error.address"), value: pathname.slice(0, longest) },
    ...(requestId ? [{ label: t("error.request"), value: requestId }] : []),
  ];
  return (
    <main id="content" className="grid flex-1 place-items-center px-6 py-16">
      <div className="grid max-w-sm justify-items-center text-center">
        <TornTicket label={details.status} />
        <h1 className="mt-6 text-xl font-bold tracking-tight">{t("error.heading")}</h1>
        <p className="mt-2 text-ink-soft">{message}</p>
        <Facts facts={facts} className="mt-5 w-full rounded-lg bg-mist px-4 py-3 text-start text-xs" />
        {details.cause ? (
          <details className="mt-3 w-full text-start text-xs text-ink-soft">
            <summary className="min-h-6 cursor-pointer">{t("error.details")}</summary>
            <p className="mt-1 font-mono wrap-anywhere" dir="ltr">
              {details.cause}
            </p>
          </details>
        ) : null}
        <div className="mt-7 flex flex-wrap justify-center gap-3">
          <a
            href={pathname + search}
            className="button button-primary"
            onClick={(event) => {
              event.preventDefault();
              window.location.reload();
            }}
          >
            <RotateCw aria-hidden="true" className="size-4.5" />
            {t("error.reload")}
          </a>
          <a href="/" className="button button-quiet">
            {t("error.home")}
          </a>
          {details.status === undefined || details.status >= 500 ? (
            <a
              href={reportUrl(pathname + search, requestId)}
              className="button text-sm text-ink-soft underline"
            >
              {t("error.report")}
            </a>
          ) : null}
        </div>
      </div>
    </main>
  );
}

/** URL of the feedback form, with the place of the error. */
function reportUrl(from: string, request: string | undefined): string {
  return `/page/feedback?${new URLSearchParams({ from: from.slice(0, 300), ...(request ? { request } : {}) })}`;
}

function detailsOf(error: unknown): Details {
  if (!isRouteErrorResponse(error)) return detailsOfError(error);
  const { message, requestId } = (error.data ?? {}) as { message?: unknown; requestId?: unknown };
  return {
    status: error.status,
    message: typeof message === "string" ? message : "",
    requestId: typeof requestId === "string" && error.status >= 500 ? requestId : undefined,
    cause: undefined,
  };
}

function detailsOfError(error: unknown): Details {
  const unknown = { status: undefined, message: "", requestId: undefined, cause: undefined };
  if (!(error instanceof Error)) return unknown;
  if (error.message === hiddenByServer) return { ...unknown, status: 500 };
  return { ...unknown, cause: `${error.name}: ${error.message}`.slice(0, longest) };
}

/** A cinema ticket torn in two, with the status on it. */
function TornTicket({ label }: { label: number | undefined }) {
  return (
    <svg viewBox="0 0 160 96" width="160" height="96" aria-hidden="true">
      <path
        d="M10 26a6 6 0 0 1 6-6h62l-6 10 7 9-8 9 8 10-7 9 5 9H16a6 6 0 0 1-6-6V58a10 10 0 0 0 0-20z"
        fill="var(--color-curtain)"
        transform="rotate(-5 45 48)"
      />
      <path
        d="m86 20 5 10-7 9 8 9-8 10 7 9-6 9h59a6 6 0 0 0 6-6V58a10 10 0 0 1 0-20V26a6 6 0 0 0-6-6z"
        fill="var(--color-curtain-deep)"
        transform="rotate(4 118 48)"
      />
      <text
        x="113"
        y="56"
        fill="#fff"
        fontSize="20"
        fontWeight="700"
        textAnchor="middle"
        transform="rotate(4 118 48)"
        fontFamily="system-ui, sans-serif"
      >
        {label ?? "!"}
      </text>
    </svg>
  );
}
