import { Link } from "@remix-run/react";
import { ArrowLeft, ChevronRight, CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { FeedbackItem, OutputOf, Page } from "../../../contract/index.ts";
import { useGrowingList, type FetchPage } from "../../lib/use-growing-list.ts";
import { Facts } from "../../ui/facts.tsx";
import { MoreLink } from "../../ui/more-link.tsx";
import { describeContext } from "./describe-context.ts";

/** Writes a date in the page's language; the same on the server and in the browser. */
export type WriteDate = (iso: string) => string;

/** Whether there is an answer yet, as a word with a colour. */
function StateBadge({ state }: { state: FeedbackItem["state"] }) {
  const { t } = useTranslation();
  return (
    <span className={state === "answered" ? "badge badge-done" : "badge badge-quiet"}>
      {t(`feedbackState.${state}`)}
    </span>
  );
}

/** The user's own messages, latest first, each a link to its answer. */
export function Messages({
  list: first,
  writeDate,
  cursor,
  fetchPage,
}: {
  list: Page<FeedbackItem>;
  writeDate: WriteDate;
  /** The cursor in the address. */
  cursor: string | undefined;
  fetchPage: FetchPage<Page<FeedbackItem>> | null;
}) {
  const { t } = useTranslation();
  const list = useGrowingList(first, {
    address: "/page/feedback",
    idOf: ({ receipt }) => receipt,
    fetchPage,
  });
  if (list.items.length === 0 && !cursor) return null;
  return (
    <section aria-labelledby="feedback-mine" className="mt-10">
      <h2 id="feedback-mine" className="text-lg font-bold">
        {t("feedback.mine")}
      </h2>
      <ul className="mt-3 divide-y divide-line overflow-hidden rounded-xl bg-card shadow-card">
        {list.items.map((item) => (
          <li key={item.receipt}>
            <Link
              to={`/page/feedback?receipt=${item.receipt}`}
              className="flex min-h-16 items-center gap-3 px-4 py-2.5 hover:bg-mist"
            >
              <span className="min-w-0 flex-1">
                <span className="own-words line-clamp-1 font-medium">{item.text}</span>
                <span className="mt-0.5 block text-sm text-ink-soft">
                  {t(`feedbackCategory.${item.category}`)} · {writeDate(item.createdAt)}
                </span>
              </span>
              <StateBadge state={item.state} />
              <ChevronRight aria-hidden="true" className="flip size-4.5 shrink-0 text-ink-faint" />
            </Link>
          </li>
        ))}
      </ul>
      <MoreLink
        list={list}
        nextTo={(next) => `/page/feedback?cursor=${next}`}
        firstTo={cursor ? "/page/feedback" : null}
      />
    </section>
  );
}

/** One message: its receipt, its text, the details sent along, and the answer or a note that there is none yet. */
export function Message({
  message,
  movieTitle,
  sent,
  back,
  guest,
  writeDate,
}: {
  message: OutputOf<"feedback/detail">;
  movieTitle: string | null;
  /** It has just been sent. */
  sent: boolean;
  /** The page that it was about, right after it was sent. */
  back: string | null;
  /** Only this browser can find it again. */
  guest: boolean;
  writeDate: WriteDate;
}) {
  const { t } = useTranslation();
  const { receipt, category, text, state, createdAt, reply, repliedAt, context, screenshot } = message;
  const facts = context ? describeContext(context, { t, movieTitle }) : [];
  return (
    <>
      {sent ? (
        <div role="status" className="mt-5 flex items-center gap-3 rounded-xl bg-mist p-4">
          <CircleCheck aria-hidden="true" className="size-7 shrink-0 text-curtain" strokeWidth={1.75} />
          <p>
            <span className="block font-bold">{t("feedback.sent")}</span>
            <span className="block text-sm text-ink-soft">{t("feedback.sentText")}</span>
          </p>
        </div>
      ) : null}
      <section className="mt-5 rounded-xl bg-card p-5 shadow-card">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div>
            <h2 className="text-sm font-semibold text-ink-soft">{t("feedback.receipt")}</h2>
            <p className="feedback-receipt" dir="ltr">
              {receipt}
            </p>
          </div>
          <StateBadge state={state} />
        </div>
        <p className="mt-4 text-sm text-ink-faint">
          {t(`feedbackCategory.${category}`)} · {writeDate(createdAt)}
        </p>
        <p className="own-words mt-1 whitespace-pre-line break-words">{text}</p>
        {screenshot ? (
          <a href={screenshot} target="_blank" rel="noreferrer" className="mt-4 block w-fit max-w-full">
            <img
              src={screenshot}
              alt={t("feedback.screenshot")}
              loading="lazy"
              className="max-h-72 max-w-full rounded-lg border border-line"
            />
          </a>
        ) : null}
        {facts.length > 0 ? (
          <details className="mt-3">
            <summary className="inline-flex min-h-11 items-center text-sm font-semibold text-ink-soft">
              {t("feedback.context")}
            </summary>
            <Facts facts={facts} />
          </details>
        ) : null}
      </section>
      {reply !== null && repliedAt !== null ? (
        <section className="mt-4 rounded-xl bg-gold-tint p-5">
          <h2 className="font-bold">{t("feedback.reply")}</h2>
          <p className="mt-0.5 text-sm text-gold">{writeDate(repliedAt)}</p>
          <p className="own-words mt-2 whitespace-pre-line break-words">{reply}</p>
        </section>
      ) : null}
      {guest ? <p className="mt-4 text-sm text-ink-soft">{t("feedback.guest")}</p> : null}
      <Onward back={back} />
    </>
  );
}

/** @param back the page that a message which has just been sent was about */
function Onward({ back }: { back: string | null }) {
  const { t } = useTranslation();
  return (
    <p className="mt-6 flex flex-wrap gap-2">
      {back ? (
        <Link to={back} className="button button-primary">
          <ArrowLeft aria-hidden="true" className="flip size-5" />
          {t("nav.back")}
        </Link>
      ) : null}
      <Link to="/page/feedback" className="button button-quiet">
        {t("feedback.another")}
      </Link>
    </p>
  );
}
