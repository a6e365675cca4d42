import { Form } from "@remix-run/react";
import { Ban } from "lucide-react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../kit/copy-button.tsx";
import { DataTable, type Column } from "../kit/data-table.tsx";
import { Chip } from "../kit/page-head.tsx";
import type { BatchLine, CodeLine } from "./view.ts";

const tones = { valid: "good", expired: undefined, revoked: "red", used: undefined } as const;

/** The state of a code or of a batch of codes. */
export function CodeChip({ state }: { state: BatchLine["state"] }) {
  const { t } = useTranslation();
  return <Chip tone={tones[state]}>{t(`admin.codeState.${state}`)}</Chip>;
}

/** Codes one by one: to copy one, and to revoke one that can still be redeemed. */
export function CodeTable({ codes, editable }: { codes: CodeLine[]; editable: boolean }) {
  const { t } = useTranslation();
  const columns: Column<CodeLine>[] = [
    {
      id: "code",
      label: t("admin.target.code"),
      lead: true,
      cell: ({ code, number }) => (
        <span className="min-w-0">
          <span className="z-faint">{number}.</span>{" "}
          <bdi dir="ltr" className="z-strong font-mono whitespace-nowrap select-all">
            {code}
          </bdi>
        </span>
      ),
    },
    { id: "used", label: t("admin.code.used"), figures: true, cell: ({ used }) => <bdi>{used}</bdi> },
    { id: "state", label: t("admin.user.status"), cell: ({ state }) => <CodeChip state={state} /> },
    {
      id: "actions",
      label: t("admin.job.actions"),
      full: true,
      cell: ({ code, state }) => (
        <span className="flex flex-wrap gap-2">
          <CopyButton text={code} />
          {editable && (state === "valid" || state === "expired") ? <RevokeForm code={code} /> : null}
        </span>
      ),
    },
  ];
  return (
    <DataTable
      caption={t("admin.section.codes")}
      columns={columns}
      rows={codes}
      rowKey={({ code }) => code}
      empty={t("admin.code.none")}
    />
  );
}

function RevokeForm({ code }: { code: string }) {
  const { t } = useTranslation();
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="revoke-one" />
      <input type="hidden" name="code" value={code} />
      <button type="submit" className="z-button" aria-label={`${t("admin.code.revoke")}: ${code}`}>
        <Ban aria-hidden="true" className="size-4" />
        {t("admin.code.revoke")}
      </button>
    </Form>
  );
}
