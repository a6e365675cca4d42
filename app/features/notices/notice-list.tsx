import { Form, Link, useSearchParams } from "@remix-run/react";
import {
  Bell,
  Clapperboard,
  Crown,
  HardDrive,
  Library,
  Magnet,
  MessageSquareText,
  Receipt,
  Settings2,
  TriangleAlert,
  Unplug,
  X,
  type LucideIcon,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Notice, Page } from "../../../contract/index.ts";
import { useGrowingList, type FetchPage } from "../../lib/use-growing-list.ts";
import { ConfirmStep } from "../../ui/confirm-step.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { MoreLink } from "../../ui/more-link.tsx";
import { Notice as Toast } from "../../ui/notice.tsx";
import type { Outcome } from "./outcome.ts";
import { ageOf } from "./age.ts";

const icons: Record<Notice["topic"], LucideIcon> = {
  "new-episode": Clapperboard,
  "new-in-collection": Library,
  "vip-ending": Crown,
  "feedback-reply": MessageSquareText,
  "encoding-failed": TriangleAlert,
  "magnet-waiting": Magnet,
  "disk-low": HardDrive,
  dispute: Receipt,
  "feedback-new": MessageSquareText,
  "webhook-off": Unplug,
};

const address = "/profile/inbox";

export type NoticeListProps = {
  list: Page<Notice>;
  /** The page asks whether to delete everything. */
  confirming: boolean;
  /** The server's time when it rendered the page. */
  now: string;
  outcome: Outcome | undefined;
  fetchPage: FetchPage<Page<Notice>> | null;
};

/** What a user has been told, latest first. */
export function NoticeList({ list, confirming, now, outcome, fetchPage }: NoticeListProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const pages = useGrowingList(list, { address, idOf: ({ id }) => id, fetchPage });
  if (confirming)
    return (
      <ConfirmStep
        text={t("notices.confirmClear")}
        cancelTo={address}
        action={address}
        hidden={[["intent", "clear"]]}
      />
    );
  const cursor = search.get("cursor");
  return (
    <>
      <Result outcome={outcome} />
      {pages.items.length === 0 && pages.next === null ? (
        <Empty />
      ) : (
        <>
          <Tools unseen={pages.items.some(({ seen }) => !seen)} />
          <ul className="mt-4 divide-y divide-line overflow-hidden rounded-xl bg-card shadow-card">
            {pages.items.map((notice) => (
              <NoticeRow key={notice.id} notice={notice} now={now} />
            ))}
          </ul>
        </>
      )}
      <MoreLink
        list={pages}
        nextTo={(next) => `${address}?cursor=${encodeURIComponent(next)}`}
        firstTo={cursor === null ? null : address}
      />
    </>
  );
}

function Tools({ unseen }: { unseen: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {unseen ? (
        <Form method="post" action={address}>
          <button type="submit" name="intent" value="see-all" className="button button-quiet px-4 text-sm">
            {t("notices.seeAll")}
          </button>
        </Form>
      ) : null}
      <Link to={`${address}?confirm=clear`} className="button button-quiet px-4 text-sm">
        {t("notices.clear")}
      </Link>
    </div>
  );
}

/** Number of a message or an order within a text. */
const receipt = /(\b(?:[0-9A-Z]{4}-){2}[0-9A-Z]{4}\b)/;

/** Opening it is a write, as it marks it: so it is a form. */
function NoticeRow({ notice, now }: { notice: Notice; now: string }) {
  const { t, i18n } = useTranslation();
  const { id, topic, title, text, at, seen } = notice;
  const Icon = icons[topic] ?? Bell;
  return (
    <li className="flex items-center">
      <Form method="post" action={address} className="min-w-0 flex-1">
        <input type="hidden" name="id" value={id} />
        <button
          type="submit"
          name="intent"
          value="open"
          className="flex min-h-16 w-full items-center gap-3.5 py-2.5 ps-4 text-start hover:bg-mist"
        >
          <span
            className={`grid size-9 shrink-0 place-items-center rounded-full ${
              seen ? "bg-mist text-ink-soft" : "bg-curtain-tint text-curtain-deep"
            }`}
          >
            <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.9} />
          </span>
          <span className="min-w-0 flex-1">
            <span
              className={`own-words block wrap-anywhere ${seen ? "font-medium" : "font-bold"}`}
              dir="auto"
            >
              {title}
            </span>
            <span className="block text-sm wrap-anywhere text-ink-soft" dir="auto">
              {text.split(receipt).map((part, index) =>
                // Every second part is a number, which stays in one line.
                index % 2 === 0 ? (
                  part
                ) : (
                  <bdi key={index} className="whitespace-nowrap">
                    {part}
                  </bdi>
                ),
              )}
            </span>
            {/* A browser may write a time differently from the server. */}
            <span className="block text-xs text-ink-faint" suppressHydrationWarning>
              {ageOf(at, now, i18n.language)}
            </span>
          </span>
          {seen ? null : (
            <span className="size-2 shrink-0 rounded-full bg-curtain">
              <span className="sr-only">{t("notices.new")}</span>
            </span>
          )}
        </button>
      </Form>
      <Form method="post" action={address} preventScrollReset className="pe-2">
        <input type="hidden" name="id" value={id} />
        <button
          type="submit"
          name="intent"
          value="remove"
          aria-label={t("notices.remove", { title })}
          className="grid size-11 place-items-center rounded-full text-ink-faint transition-colors hover:bg-mist hover:text-ink"
        >
          <X aria-hidden="true" className="size-4.5" />
        </button>
      </Form>
    </li>
  );
}

function Empty() {
  const { t } = useTranslation();
  return (
    <EmptyState
      picture={
        <span className="grid size-20 place-items-center rounded-full bg-mist text-ink-faint">
          <Bell aria-hidden="true" className="size-9" strokeWidth={1.5} />
        </span>
      }
      title={t("notices.emptyTitle")}
      text={t("notices.emptyText")}
    />
  );
}

let counted = 0;
const numbers = new WeakMap<object, number>();

function Result({ outcome }: { outcome: Outcome | undefined }) {
  const { t } = useTranslation();
  if (!outcome) return null;
  const key = numbers.get(outcome) ?? ++counted;
  numbers.set(outcome, key);
  const closeLabel = t("myList.close");
  if ("failed" in outcome)
    return <Toast key={key} tone="error" text={outcome.failed} closeLabel={closeLabel} />;
  const text = outcome.done === "seenAll" ? t("notices.seenAll") : t("notices.removed");
  return <Toast key={key} text={text} closeLabel={closeLabel} />;
}

/** The link to how a user wants to be told. */
export function ChoicesLink() {
  const { t } = useTranslation();
  return (
    <Link
      to="/profile/notifications"
      aria-label={t("notices.choices")}
      className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-mist"
    >
      <Settings2 aria-hidden="true" className="size-5" />
    </Link>
  );
}
