import { Form, Link, type FetcherWithComponents } from "@remix-run/react";
import { History, Pause, Search, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { longestSearch } from "../../../contract/catalogue/values.ts";

export type HistoryToolsProps = {
  q: string | undefined;
  paused: boolean;
  /** There is something to search and to clear. */
  filled: boolean;
  fetcher: FetcherWithComponents<unknown>;
  onClear: () => void;
};

/** Search, pause and clear. */
export function HistoryTools({ q, paused, filled, fetcher, onClear }: HistoryToolsProps) {
  const { t } = useTranslation();
  return (
    <div className="history-tools">
      {filled ? (
        <Form
          method="get"
          action="/my-list/history"
          role="search"
          className="relative min-w-0 flex-1 basis-64"
        >
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute start-3.5 top-3 size-5 text-ink-faint"
          />
          <input
            key={q ?? ""}
            type="search"
            name="q"
            defaultValue={q}
            maxLength={longestSearch}
            enterKeyHint="search"
            aria-label={t("history.search")}
            placeholder={t("history.search")}
            className="field min-h-11 rounded-full ps-11"
          />
          <button type="submit" className="sr-only">
            {t("history.find")}
          </button>
        </Form>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {paused ? null : (
          <fetcher.Form method="post" action="/my-list/history">
            <button type="submit" name="intent" value="pause" className="button button-quiet px-4 text-sm">
              <Pause aria-hidden="true" className="size-4 fill-current" />
              {t("history.pause")}
            </button>
          </fetcher.Form>
        )}
        {filled ? (
          <Link
            to="/my-list/history?confirm=clear"
            className="button button-quiet px-4 text-sm"
            onClick={(event) => {
              event.preventDefault();
              onClear();
            }}
          >
            <Trash2 aria-hidden="true" className="size-4" />
            {t("history.clear")}
          </Link>
        ) : null}
      </div>
    </div>
  );
}

/** Says that the history is paused, with a button to resume it. */
export function PausedBanner({ fetcher }: { fetcher: FetcherWithComponents<unknown> }) {
  const { t } = useTranslation();
  return (
    <section
      className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl bg-gold-tint p-4"
      aria-live="polite"
    >
      <div className="min-w-0 flex-1 basis-48">
        <h2 className="font-bold">{t("history.pausedTitle")}</h2>
        <p className="text-sm text-ink-soft">{t("history.pausedText")}</p>
      </div>
      <fetcher.Form method="post" action="/my-list/history">
        <button
          type="submit"
          name="intent"
          value="record"
          className="button bg-card px-4 text-sm shadow-card"
        >
          <History aria-hidden="true" className="size-4" />
          {t("history.resume")}
        </button>
      </fetcher.Form>
    </section>
  );
}
