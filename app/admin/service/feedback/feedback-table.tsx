import { Link } from "@remix-run/react";
import { ImageIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { feedbackCategories, feedbackStates } from "../../../../contract/service/values.ts";
import type { AdminFeedback } from "../../../../contract/service/admin-feedback.ts";
import type { OutputOf } from "../../../../contract/index.ts";
import { DataTable, type Column } from "../../kit/data-table.tsx";
import { ChosenFilter, FilterBar, TypedFilter } from "../../kit/filter-bar.tsx";
import { Author, StateChip } from "./feedback-words.tsx";
import { Pager } from "../../kit/pager.tsx";
import type { FeedbackQuery } from "./feedback-query.ts";
import { Time } from "../../kit/time.tsx";

/** Messages to the operator. */
export function FeedbackTable({ list, query }: { list: OutputOf<"z/feedback/list">; query: FeedbackQuery }) {
  const { t } = useTranslation();
  const { cursor: _, ...filters } = query;
  const filtered = Object.keys(filters).length > 0;
  const columns: Column<AdminFeedback>[] = [
    {
      id: "text",
      label: t("admin.feedback.message"),
      lead: true,
      cell: ({ receipt, text, hasScreenshot }) => (
        <span className="flex items-start gap-2">
          <Link
            to={`/z/management/feedback/${receipt}`}
            prefetch="intent"
            className="z-link own-words line-clamp-2 min-w-0 max-w-lg"
          >
            {text}
          </Link>
          {hasScreenshot ? (
            <ImageIcon
              role="img"
              className="mt-0.5 size-4 shrink-0 text-ink-faint"
              aria-label={t("feedback.screenshot")}
            />
          ) : null}
        </span>
      ),
    },
    { id: "state", label: t("admin.user.status"), cell: ({ state }) => <StateChip state={state} /> },
    {
      id: "category",
      label: t("admin.feedback.category"),
      cell: ({ category }) => t(`feedbackCategory.${category}`),
    },
    { id: "author", label: t("admin.feedback.author"), cell: ({ author }) => <Author author={author} /> },
    {
      id: "receipt",
      label: t("feedback.receipt"),
      cell: ({ receipt }) => <bdi dir="ltr">{receipt}</bdi>,
    },
    {
      id: "at",
      label: t("admin.audit.at"),
      figures: true,
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ];
  return (
    <>
      <FilterBar action="/z/management/feedback" label={t("admin.feedback.find")} filtered={filtered}>
        <TypedFilter name="q" label={t("admin.feedback.search")} value={query.q} />
        <ChosenFilter
          name="state"
          label={t("admin.user.status")}
          value={query.state}
          options={feedbackStates.map((value) => ({ value, label: t(`admin.feedbackState.${value}`) }))}
        />
        <ChosenFilter
          name="category"
          value={query.category}
          options={feedbackCategories.map((value) => ({ value, label: t(`feedbackCategory.${value}`) }))}
        />
      </FilterBar>
      <DataTable
        caption={t("admin.section.feedback")}
        columns={columns}
        rows={list.items}
        rowKey={({ receipt }) => receipt}
        empty={t(filtered ? "admin.list.noMatch" : "admin.list.nothing")}
      />
      <Pager next={list.next} note={t("admin.feedback.open", { number: list.open })} />
    </>
  );
}
