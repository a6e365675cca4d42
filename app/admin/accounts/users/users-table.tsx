import { memo } from "react";
import { useTranslation } from "react-i18next";
import { mostUsersAtOnce, userRoles, userStatuses, vipStates } from "../../../../contract/accounts/values.ts";
import type { AdminUser } from "../../../../contract/accounts/admin-users.ts";
import type { OutputOf } from "../../../../contract/index.ts";
import { useMay } from "../../kit/admin-frame.tsx";
import { BulkBar } from "../../kit/bulk-bar.tsx";
import { DataTable, type Column } from "../../kit/data-table.tsx";
import { ChosenFilter, FilterBar, TypedFilter } from "../../kit/filter-bar.tsx";
import { useWriters } from "../../kit/format.ts";
import { Pager } from "../../kit/pager.tsx";
import { UserCell, RoleChip, StatusCell, VipCell } from "./user-cell.tsx";
import type { UserQuery } from "./user-query.ts";
import { Time } from "../../kit/time.tsx";

type Props = { list: OutputOf<"z/user/list">; query: UserQuery };

/** Accounts: search, filter, sort, and select for bulk actions. Not rendered again while another page comes. */
export const UsersTable = memo(function UsersTable({ list, query }: Props) {
  const { t } = useTranslation();
  const write = useWriters();
  const may = useMay()("users.write");
  const { q, role, vip, status, sort = "created", direction = "desc" } = query;
  const filtered = Boolean(q ?? role ?? vip ?? status);
  const columns: Column<AdminUser>[] = [
    {
      id: "person",
      label: t("admin.user.person"),
      sort: { by: "name", first: "asc" },
      lead: true,
      cell: (user) => <UserCell user={user} />,
    },
    { id: "role", label: t("admin.user.role"), cell: (user) => <RoleChip user={user} /> },
    { id: "vip", label: t("movie.vip"), cell: (user) => <VipCell user={user} /> },
    { id: "status", label: t("admin.user.status"), cell: (user) => <StatusCell ban={user.ban} /> },
    {
      id: "created",
      label: t("admin.user.created"),
      sort: { by: "created", first: "desc" },
      figures: true,
      cell: (user) => write.day(user.createdAt),
    },
    {
      id: "seen",
      label: t("admin.user.seen"),
      sort: { by: "seen", first: "desc" },
      figures: true,
      full: true,
      cell: (user) => <Time at={user.lastSeenAt} />,
    },
  ];
  return (
    <>
      <UserFilters query={query} filtered={filtered} />
      <DataTable
        caption={t("admin.section.users")}
        columns={columns}
        rows={list.items}
        rowKey={({ uid }) => uid}
        order={{ sort, direction }}
        choosing={
          may
            ? {
                name: "uid",
                label: (user) => t("admin.list.chooseOne", { name: user.name ?? user.email ?? user.uid }),
              }
            : undefined
        }
        empty={t(filtered ? "admin.list.noMatch" : "admin.list.nothing")}
      />
      <Pager
        next={list.next}
        note={list.total === null ? undefined : t("admin.user.count", { number: list.total })}
      />
      {may && list.items.length > 0 ? (
        <BulkBar
          total={list.total}
          most={mostUsersAtOnce}
          options={[
            { value: "vip", label: t("admin.bulk.vip") },
            { value: "ban", label: t("admin.bulk.ban") },
            { value: "unban", label: t("admin.bulk.unban") },
            { value: "level-none", label: t("admin.bulk.levelNone") },
          ]}
        />
      ) : null}
    </>
  );
});

function UserFilters({ query, filtered }: { query: UserQuery; filtered: boolean }) {
  const { t } = useTranslation();
  const { q, role, vip, status } = query;
  return (
    <FilterBar action="/z/page/user" label={t("admin.user.find")} filtered={filtered}>
      <TypedFilter name="q" label={t("admin.user.search")} value={q} />
      <ChosenFilter
        name="role"
        value={role}
        options={userRoles.map((value) => ({ value, label: t(`admin.role.${value}`) }))}
      />
      <ChosenFilter
        name="vip"
        value={vip}
        options={vipStates.map((value) => ({ value, label: t(`admin.vip.${value}`) }))}
      />
      <ChosenFilter
        name="status"
        value={status}
        options={userStatuses.map((value) => ({ value, label: t(`admin.status.${value}`) }))}
      />
    </FilterBar>
  );
}
