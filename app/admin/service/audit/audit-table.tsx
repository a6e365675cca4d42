import { Form, Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { auditTargets } from "../../../../contract/service/values.ts";
import type { AuditEntry } from "../../../../contract/service/admin-audit.ts";
import type { OutputOf } from "../../../../contract/index.ts";
import type { Permission } from "../../../../contract/accounts/permissions.ts";
import { auditedActions } from "../../../../contract/service/audited-actions.ts";
import { ActionName, actionName } from "../../kit/action-name.tsx";
import { ActorName } from "../../kit/actor-name.tsx";
import { useMay } from "../../kit/admin-frame.tsx";
import { DataTable, type Column } from "../../kit/data-table.tsx";
import { Diff } from "../../kit/diff.tsx";
import { useWriters } from "../../kit/format.ts";
import { ChosenFilter, FilterBar, TypedFilter } from "../../kit/filter-bar.tsx";
import { Pager } from "../../kit/pager.tsx";
import type { AuditQuery } from "./audit-query.ts";
import { Time } from "../../kit/time.tsx";
import { useZone } from "../../kit/zone.ts";

/** The audit log: each action with its actor, its target, and the values before and after. */
export function AuditTable({ list, query }: { list: OutputOf<"z/audit/list">; query: AuditQuery }) {
  const { t } = useTranslation();
  const zone = useZone();
  const { cursor: _, ...filters } = query;
  const filtered = Object.keys(filters).length > 0;
  const columns: Column<AuditEntry>[] = [
    {
      id: "at",
      label: t("admin.audit.at"),
      cell: ({ at }) => (
        <span className="sm:whitespace-nowrap">
          <Time at={at} />
        </span>
      ),
    },
    { id: "actor", label: t("admin.audit.actor"), cell: ({ actor }) => <ActorName actor={actor} /> },
    {
      id: "action",
      label: t("admin.audit.action"),
      lead: true,
      cell: ({ action }) => (
        <span className="z-strong">
          <ActionName action={action} />
        </span>
      ),
    },
    {
      id: "target",
      label: t("admin.audit.target"),
      full: true,
      cell: (entry) => (
        <>
          <Target entry={entry} />
          <Parts entry={entry} />
        </>
      ),
    },
    {
      id: "change",
      label: t("admin.audit.change"),
      full: true,
      cell: (entry) => (
        <>
          {entry.reason ? <p className="own-words">{entry.reason}</p> : null}
          {entry.undo === "done" ? <p className="z-faint">{t("admin.audit.undone")}</p> : null}
          <Change entry={entry} />
          <UndoButton entry={entry} />
        </>
      ),
    },
  ];
  return (
    <>
      <AuditFilters query={query} filtered={filtered} />
      <DataTable
        caption={t("admin.section.audit")}
        columns={columns}
        rows={list.items}
        rowKey={({ id }) => id}
        empty={t(filtered ? "admin.list.noMatch" : "admin.list.nothing")}
      />
      <Pager next={list.next} note={t("admin.list.zone", { zone })} />
    </>
  );
}

function AuditFilters({ query, filtered }: { query: AuditQuery; filtered: boolean }) {
  const { t } = useTranslation();
  return (
    <FilterBar action="/z/management/audit" label={t("admin.audit.find")} filtered={filtered}>
      <ChosenFilter
        name="action"
        value={query.action}
        options={[
          ...auditedActions.map((value) => ({ value, label: actionName(t, value) })),
          // Of an older address: the beginning of several names.
          ...(isOther(query.action) ? [{ value: query.action, label: query.action }] : []),
        ]}
      />
      <ChosenFilter
        name="kind"
        label={t("admin.audit.target")}
        value={query.kind}
        options={auditTargets.map((value) => ({ value, label: t(`admin.target.${value}`) }))}
      />
      <TypedFilter name="target" type="text" label={t("admin.audit.targetId")} value={query.target} />
      <TypedFilter name="actor" type="text" label={t("admin.audit.actorId")} value={query.actor} />
      <TypedFilter name="from" type="date" label={`${t("admin.list.from")} (UTC)`} value={query.from} />
      <TypedFilter name="to" type="date" label={`${t("admin.list.to")} (UTC)`} value={query.to} />
    </FilterBar>
  );
}

function isOther(action: string | undefined): action is string {
  return action !== undefined && !(auditedActions as readonly string[]).includes(action);
}

/** A few short fields are shown at once, more are folded. */
function Change({ entry: { before, after } }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const short = names.size <= 3 && JSON.stringify([before, after]).length < 200;
  if (names.size === 0) return null;
  if (short) return <Diff before={before} after={after} />;
  return (
    <details className="z-more">
      <summary>{t("admin.audit.fields", { number: names.size })}</summary>
      <Diff before={before} after={after} />
    </details>
  );
}

/** The id of an entry about several. */
const severalIds = "*";

/** The list on which an action can be undone, and which shows the result. */
const undoneAt: Partial<Record<string, { list: string; permission: Permission }>> = {
  "z/user/bulk": { list: "/z/page/user", permission: "users.write" },
  "z/movie/bulk": { list: "/z/page/movie", permission: "catalogue.write" },
  "z/movie/artwork": { list: "/z/page/movie", permission: "catalogue.write" },
  "z/episode/still": { list: "/z/page/movie", permission: "catalogue.write" },
  "z/subtitle/add": { list: "/z/page/movie", permission: "catalogue.write" },
  "z/subtitle/delete": { list: "/z/page/movie", permission: "catalogue.write" },
};

function UndoButton({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const may = useMay();
  const undone = entry.undo === "possible" ? undoneAt[entry.action] : undefined;
  if (!undone || !may(undone.permission)) return null;
  return (
    <Form method="post" action={undone.list}>
      <input type="hidden" name="intent" value="undo" />
      <input type="hidden" name="entry" value={entry.id} />
      <button type="submit" className="z-button mt-1">
        {t("admin.list.undo")}
      </button>
    </Form>
  );
}

function Target({ entry: { target, parts } }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const { kind, id, name } = target;
  const word = t(`admin.target.${kind}`);
  // Its parts are named below.
  if (parts) return word;
  const to = id === severalIds ? null : targetUrl(kind, id);
  // Of these there is one.
  if (to && (kind === "setting" || kind === "row"))
    return (
      <Link to={to} className="z-link">
        {word}
      </Link>
    );
  const shown = id === severalIds ? t("admin.audit.many") : <bdi>{name ?? id}</bdi>;
  return (
    <>
      {word}{" "}
      {to ? (
        <Link to={to} className="z-link">
          {shown}
        </Link>
      ) : (
        <span className="z-faint">{shown}</span>
      )}
    </>
  );
}

/** What a bulk action changed: the first of it by name, and the entries of all. */
function Parts({ entry: { id, target, parts } }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const write = useWriters();
  if (!parts) return null;
  return (
    <ul className="text-sm/6">
      {parts.sample.map((part) => {
        const to = targetUrl(target.kind, part.id);
        const name = <bdi>{part.name ?? part.id}</bdi>;
        return (
          <li key={part.id} className="truncate">
            {to ? (
              <Link to={to} className="z-link">
                {name}
              </Link>
            ) : (
              name
            )}
          </li>
        );
      })}
      <li>
        <Link to={`/z/management/audit?of=${id}`} className="z-link">
          {t("admin.audit.parts", { number: write.number(parts.count) })}
        </Link>
      </li>
    </ul>
  );
}

/** URL of an entry's target; null without a screen for it. */
function targetUrl(kind: AuditEntry["target"]["kind"], id: string): string | null {
  if (kind === "user") return `/z/page/user/${id}`;
  if (kind === "movie") return `/z/page/movie/detail/${id}`;
  if (kind === "genre") return "/z/management/genres";
  if (kind === "collection") return `/z/management/collections?collection=${id}`;
  if (kind === "row") return "/z/management/rows";
  if (kind === "magnet") return `/z/page/magnet?id=${id}`;
  if (kind === "feedback") return `/z/management/feedback/${id}`;
  if (kind === "text") return `/z/management/texts/${id.replace(" ", "/")}`;
  if (kind === "order") return `/z/management/orders/${id}`;
  if (kind === "plan") return `/z/management/plans?plan=${id}`;
  if (kind === "key") return "/z/page/key";
  if (kind === "webhook") return `/z/page/webhook/${id}`;
  if (kind === "coupon") return "/z/management/coupons";
  if (kind === "code") return "/z/management/codes";
  return kind === "setting" ? "/z/page/settings" : null;
}
