import { Form } from "@remix-run/react";
import type { TFunction } from "i18next";
import { Ban } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { AdminKey } from "../../../../contract/accounts/admin-keys.ts";
import { ActorName } from "../../kit/actor-name.tsx";
import { DataTable, type Column } from "../../kit/data-table.tsx";
import { Chip } from "../../kit/page-head.tsx";
import { Time } from "../../kit/time.tsx";

/** Every key: what it may do, when it was last used, and a way to end it. */
export function KeyTable({ keys }: { keys: AdminKey[] }) {
  const { t } = useTranslation();
  return (
    <DataTable
      caption={t("admin.section.keys")}
      columns={columnsOf(t)}
      rows={keys}
      rowKey={({ id }) => id}
      empty={t("admin.key.none")}
    />
  );
}

const tones = { active: "good", expired: undefined, revoked: "red", idle: "gold" } as const;

function columnsOf(t: TFunction): Column<AdminKey>[] {
  return [
    {
      id: "name",
      label: t("admin.key.name"),
      lead: true,
      cell: ({ name, hint, actor, createdAt }) => (
        <span className="min-w-0">
          <span className="own-words z-strong block">{name}</span>
          <code dir="ltr" className="z-faint font-mono">
            {hint}…
          </code>
          <span className="z-faint block">
            <ActorName actor={actor} />
          </span>
          <span className="z-faint block">
            <Time at={createdAt} />
          </span>
        </span>
      ),
    },
    {
      id: "permissions",
      label: t("admin.key.permissions"),
      full: true,
      cell: ({ permissions }) => (
        <ul className="flex max-w-96 flex-wrap gap-x-2 leading-5">
          {permissions.map((permission) => (
            <li key={permission}>
              <code dir="ltr" className="font-mono text-xs">
                {permission}
              </code>
            </li>
          ))}
        </ul>
      ),
    },
    {
      id: "state",
      label: t("admin.user.status"),
      cell: ({ state }) => <Chip tone={tones[state]}>{t(`admin.keyState.${state}`)}</Chip>,
    },
    {
      id: "used",
      label: t("admin.key.used"),
      cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : t("admin.key.never")),
    },
    {
      id: "until",
      label: t("admin.code.expires"),
      cell: ({ expiresAt }) => (expiresAt ? <Time at={expiresAt} /> : "–"),
    },
    {
      id: "actions",
      label: t("admin.job.actions"),
      full: true,
      cell: ({ id, name, state }) =>
        state === "revoked" ? null : (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="revoke" />
            <input type="hidden" name="id" value={id} />
            <input type="hidden" name="name" value={name} />
            <button
              type="submit"
              className="z-button whitespace-nowrap"
              aria-label={`${t("admin.code.revoke")}: ${name}`}
            >
              <Ban aria-hidden="true" className="size-4" />
              {t("admin.code.revoke")}
            </button>
          </Form>
        ),
    },
  ];
}
