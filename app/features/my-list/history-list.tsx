import { useFetcher, useSearchParams } from "@remix-run/react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { OutputOf } from "../../../contract/index.ts";
import { useGrowingList, type FetchPage } from "../../lib/use-growing-list.ts";
import { useConfirm } from "../../ui/confirm-dialog.tsx";
import { ConfirmStep } from "../../ui/confirm-step.tsx";
import { MoreLink } from "../../ui/more-link.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { byDay, dayOf, nameOfDay } from "./by-day.ts";
import { queryWith } from "./choice.ts";
import { EmptyHistory } from "./empty.tsx";
import { HistoryRow } from "./history-row.tsx";
import { HistoryTools, PausedBanner } from "./history-tools.tsx";
import type { Outcome } from "./outcome.ts";
import { UndoNotice } from "./undo-notice.tsx";
import { useOutcome, useSettled } from "./use-outcome.ts";

/** Rows whose pictures load at once. */
const visibleAtFirst = 6;

export type HistoryListProps = {
  list: OutputOf<"progress/list">;
  q: string | undefined;
  /** The page asks whether to delete everything: for browsers without a dialog. */
  confirming: boolean;
  /** The server's time when it rendered the page. */
  now: string;
  /** The result of a form sent without scripts. */
  outcome: Outcome | null | undefined;
  fetchPage: FetchPage<OutputOf<"progress/list">> | null;
};

/** The watched episodes, by day, latest first. */
export function HistoryList({ list, q, confirming, now, outcome: posted, fetchPage }: HistoryListProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const writing = useFetcher<Outcome | null>();
  const outcome = writing.data ?? posted;
  const pages = useGrowingList(list, {
    address: "/my-list/history",
    idOf: (item) => item.movie.id,
    fetchPage,
  });
  useOutcome(outcome, writing, pages);
  const heading = useRef<HTMLDivElement>(null);
  const clear = useClear(writing);
  const intent = writing.formData?.get("intent");
  const paused = intent === "pause" || (list.paused && intent !== "record");
  const filled = pages.items.length > 0 || q !== undefined;
  if (confirming) {
    return (
      <ConfirmStep
        text={t("history.confirmClear")}
        cancelTo="/my-list/history"
        action="/my-list/history"
        hidden={[["intent", "clear"]]}
      />
    );
  }
  return (
    <>
      <UndoNotice outcome={outcome} fetcher={writing} />
      <HistoryTools q={q} paused={paused} filled={filled} fetcher={writing} onClear={clear} />
      {paused ? <PausedBanner fetcher={writing} /> : null}
      {pages.items.length === 0 && pages.next === null ? <EmptyHistory q={q} /> : null}
      <writing.Form
        method="post"
        onSubmit={(event) => {
          const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
          if (!button) return;
          pages.hide([button.value]);
          // The button disappears with its row; the keyboard focus continues at the heading.
          heading.current?.focus();
        }}
      >
        <input type="hidden" name="intent" value="remove" />
        <div ref={heading} tabIndex={-1} className="outline-none">
          <Days items={pages.items} now={now} />
        </div>
      </writing.Form>
      <MoreLink
        list={pages}
        nextTo={(cursor) => queryWith(search, { cursor })}
        firstTo={search.has("cursor") ? queryWith(search, {}) : null}
      />
    </>
  );
}

function Days({ items, now }: { items: HistoryListProps["list"]["items"]; now: string }) {
  const { i18n } = useTranslation();
  // The server doesn't know the reader's time zone, and has grouped the days in UTC.
  const timeZone = useHydrated() ? Intl.DateTimeFormat().resolvedOptions().timeZone : "UTC";
  const today = dayOf(new Date(now), timeZone);
  const first = items[0]?.movie.id;
  return byDay(items, timeZone).map(({ day, items: watched }, order) => (
    <section key={day} aria-labelledby={`day-${day}`} className="mt-5">
      {/* A browser may write a date differently from the server. */}
      <h2
        id={`day-${day}`}
        className="text-lg font-bold tracking-tight first-letter:uppercase"
        suppressHydrationWarning
      >
        {nameOfDay(day, today, i18n.language)}
      </h2>
      <ul className="history-day">
        {watched.map((item, place) => (
          <li key={item.movie.id}>
            <HistoryRow item={item} eager={item.movie.id === first || order * 3 + place < visibleAtFirst} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** @returns a function that asks, and deletes everything; the dialog closes once that has succeeded or failed */
function useClear(writing: ReturnType<typeof useFetcher<Outcome | null>>): () => void {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const settled = useSettled(writing);
  return () =>
    confirm({
      description: t("history.confirmClear"),
      onOk: async () => {
        const end = settled();
        // The page shows that the write has begun before it can end, also where it fails at once.
        const options = { method: "post", action: "/my-list/history", flushSync: true } as const;
        writing.submit({ intent: "clear" }, options);
        await end;
      },
    });
}
