import { Form } from "@remix-run/react";
import type { TFunction } from "i18next";
import { Ban } from "lucide-react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../kit/copy-button.tsx";
import { DataTable, type Column } from "../kit/data-table.tsx";
import { FilterBar, TypedFilter } from "../kit/filter-bar.tsx";
import { Chip } from "../kit/page-head.tsx";
import type { CouponLine } from "./view.ts";

const tones = { planned: undefined, valid: "good", over: undefined, used: undefined } as const;

/** Coupons with their uses and what they brought, each with a way to end it. */
export function CouponTable({
  coupons,
  editable,
  q,
}: {
  coupons: CouponLine[];
  editable: boolean;
  q: string | undefined;
}) {
  const { t } = useTranslation();
  return (
    <>
      <FilterBar action="/z/management/coupons" label={t("admin.coupon.find")} filtered={q !== undefined}>
        <TypedFilter name="q" label={t("admin.coupon.search")} value={q} />
      </FilterBar>
      <DataTable
        caption={t("admin.section.coupons")}
        columns={columnsOf(t, editable)}
        rows={coupons}
        rowKey={({ id }) => id}
        empty={t(q === undefined ? "admin.coupon.none" : "admin.list.noMatch")}
      />
    </>
  );
}

function columnsOf(t: TFunction, editable: boolean): Column<CouponLine>[] {
  return [
    {
      id: "code",
      label: t("admin.target.coupon"),
      lead: true,
      cell: ({ code, name, made, by }) => (
        <span className="min-w-0">
          <bdi className="z-strong font-mono">{code}</bdi>
          <span className="own-words block">{name}</span>
          <span className="z-faint block">
            {made}
            {by ? (
              <>
                {" · "}
                <bdi>{by}</bdi>
              </>
            ) : null}
          </span>
        </span>
      ),
    },
    {
      id: "off",
      label: t("admin.coupon.value"),
      cell: ({ off, plans, rules }) => (
        <span className="min-w-0">
          <bdi className="z-strong">{off}</bdi>
          <span className="own-words z-faint block">{[plans, ...rules].join(" · ")}</span>
        </span>
      ),
    },
    {
      id: "used",
      label: t("admin.code.used"),
      figures: true,
      cell: ({ used, held }) => (
        <span>
          <bdi>{used}</bdi>
          {held ? <span className="z-faint block">{t("admin.coupon.held", { number: held })}</span> : null}
        </span>
      ),
    },
    {
      id: "revenue",
      label: t("admin.coupon.revenue"),
      figures: true,
      cell: ({ revenue }) => <bdi>{revenue || "–"}</bdi>,
    },
    {
      id: "state",
      label: t("admin.user.status"),
      cell: ({ state }) => <Chip tone={tones[state]}>{t(`admin.couponState.${state}`)}</Chip>,
    },
    {
      id: "until",
      label: t("admin.code.expires"),
      figures: true,
      cell: ({ starts, until }) => (
        <span>
          {until ?? "–"}
          {starts ? (
            <span className="z-faint block">
              {t("admin.coupon.starts")} {starts}
            </span>
          ) : null}
        </span>
      ),
    },
    {
      id: "actions",
      label: t("admin.job.actions"),
      full: true,
      cell: (coupon) => <Actions coupon={coupon} editable={editable} />,
    },
  ];
}

function Actions({
  coupon: { id, code, revision, state },
  editable,
}: {
  coupon: CouponLine;
  editable: boolean;
}) {
  const { t } = useTranslation();
  return (
    <span className="flex flex-wrap gap-2">
      <CopyButton text={code} />
      {editable && state !== "over" ? (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="end" />
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="code" value={code} />
          <input type="hidden" name="revision" value={revision} />
          <button type="submit" className="z-button" aria-label={`${t("admin.coupon.end")}: ${code}`}>
            <Ban aria-hidden="true" className="size-4" />
            {t("admin.coupon.end")}
          </button>
        </Form>
      ) : null}
    </span>
  );
}
