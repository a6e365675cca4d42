import { Link } from "@remix-run/react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { disputeStates, orderStates, paymentMethods } from "../../../contract/commerce/values.ts";
import { DataTable, type Column } from "../kit/data-table.tsx";
import { ChosenFilter, FilterBar, TypedFilter } from "../kit/filter-bar.tsx";
import { useWriters } from "../kit/format.ts";
import { Pager } from "../kit/pager.tsx";
import { OrderChip } from "./order-chip.tsx";
import type { OrderQuery } from "./order-query.ts";
import type { OrderLine } from "./view.ts";
import { Time } from "../kit/time.tsx";

export type OrdersTableProps = {
  orders: OrderLine[];
  next: string | null;
  /** Null if counting would take long. */
  total: number | null;
  query: OrderQuery;
  plans: readonly { value: string; label: string }[];
};

/** Orders: search and filter, latest first. */
export function OrdersTable({ orders, next, total, query, plans }: OrdersTableProps) {
  const { t } = useTranslation();
  const write = useWriters();
  const { q, uid, state, method, dispute, plan, from, to } = query;
  const filtered = Boolean(q ?? uid ?? state ?? method ?? dispute ?? plan ?? from ?? to);
  return (
    <>
      <FilterBar action="/z/management/orders" label={t("admin.order.find")} filtered={filtered}>
        <TypedFilter name="q" label={t("admin.order.search")} value={q} />
        {uid ? <input type="hidden" name="uid" value={uid} /> : null}
        <ChosenFilter
          name="state"
          label={t("admin.user.status")}
          value={state}
          options={orderStates.map((value) => ({ value, label: t(`admin.orderState.${value}`) }))}
        />
        <ChosenFilter
          name="method"
          value={method}
          options={paymentMethods.map((value) => ({ value, label: t(`admin.payMethod.${value}`) }))}
        />
        <ChosenFilter
          name="dispute"
          value={dispute}
          options={disputeStates.map((value) => ({ value, label: t(`admin.disputeState.${value}`) }))}
        />
        <ChosenFilter name="plan" value={plan} options={plans} />
        <TypedFilter name="from" type="date" label={`${t("admin.list.from")} (UTC)`} value={from} />
        <TypedFilter name="to" type="date" label={`${t("admin.list.to")} (UTC)`} value={to} />
      </FilterBar>
      <DataTable
        caption={t("admin.section.orders")}
        columns={columnsOf(t)}
        rows={orders}
        rowKey={({ number }) => number}
        empty={t(filtered ? "admin.list.noMatch" : "admin.list.nothing")}
      />
      <Pager
        next={next}
        note={total === null ? undefined : t("admin.order.count", { number: write.number(total) })}
      />
    </>
  );
}

function columnsOf(t: TFunction): Column<OrderLine>[] {
  return [
    {
      id: "number",
      label: t("admin.target.order"),
      lead: true,
      cell: ({ number }) => (
        <Link to={`/z/management/orders/${number}`} prefetch="intent" className="z-link whitespace-nowrap">
          <bdi>{number}</bdi>
        </Link>
      ),
    },
    {
      id: "user",
      label: t("admin.user.person"),
      cell: ({ user }) => (user ? <UserLink user={user} /> : "–"),
    },
    {
      id: "plan",
      label: t("admin.order.plan"),
      cell: ({ plan }) => <span className="own-words">{plan}</span>,
    },
    {
      id: "price",
      label: t("admin.order.price"),
      figures: true,
      cell: ({ price }) => <bdi className="whitespace-nowrap">{price}</bdi>,
    },
    {
      id: "method",
      label: t("admin.order.method"),
      cell: ({ method }) => <span className="whitespace-nowrap">{method}</span>,
    },
    {
      id: "state",
      label: t("admin.user.status"),
      cell: (order) => (
        <span>
          <OrderChip order={order} />
          {order.partly ? <bdi className="z-faint block">{order.refunded}</bdi> : null}
        </span>
      ),
    },
    {
      id: "date",
      label: t("admin.order.date"),
      figures: true,
      cell: ({ date }) => (
        <span className="inline-block min-w-24">
          <Time at={date} />
        </span>
      ),
    },
  ];
}

/** The order's user, as a link to the user's page. */
export function UserLink({ user: { uid, name } }: { user: { uid: string; name: string } }) {
  return (
    <Link to={`/z/page/user/${uid}`} prefetch="intent" className="z-link own-words">
      {name}
    </Link>
  );
}
