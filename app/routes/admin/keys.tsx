import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { BookOpenText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { KeyForm } from "../../admin/accounts/keys/key-form.tsx";
import { KeyTable } from "../../admin/accounts/keys/key-table.tsx";
import { madeId } from "../../admin/accounts/keys/outcome.ts";
import { writeKeys } from "../../admin/accounts/keys/write-keys.server.ts";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { LeftOut } from "../../admin/kit/left-out.tsx";
import { readFilters } from "../../admin/kit/list-url.ts";
import { OutcomeNotice } from "../../admin/kit/outcome-notice.tsx";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { Pager } from "../../admin/kit/pager.tsx";
import { ShownOnce } from "../../admin/kit/shown-once.tsx";
import { readList } from "../../admin/kit/read-list.ts";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };
const pageLength = 50;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, unwrap } = await requirePermission(request, context, "keys.read");
  const asked = readFilters(new URL(request.url).searchParams, ["cursor"]);
  const { answer, leftOut } = await readList(asked, (given) =>
    api.get("z/key/list", { ...given, limit: pageLength }),
  );
  const { items, next } = unwrap(answer);
  return {
    keys: items,
    next,
    leftOut,
    formKey: crypto.randomUUID(),
    page: adminPage(request, context, { t, title: t("admin.section.keys") }),
  };
}

/** Makes a key, or revokes one (`intent`). */
export async function action({ request, context }: ActionFunctionArgs) {
  const server = await requirePermission(request, context, "keys.write");
  return writeKeys(server, await readFields(request, context));
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

/** Keys by which other software makes the calls of admins. */
export default function Keys() {
  const { t } = useTranslation();
  const { keys, next, leftOut, formKey } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  return (
    <main id="content" className="z-main">
      <PageHead title={t("admin.section.keys")} text={t("admin.key.text")} />
      {/* Of the same server, but no page of the app. */}
      <a href="/api/docs" className="z-link inline-flex min-h-11 items-center gap-2 text-sm">
        <BookOpenText aria-hidden="true" className="size-4" />
        {t("admin.key.docs")}
      </a>
      <LeftOut names={leftOut} />
      <OutcomeNotice outcome={outcome} />
      <div className="z-stack">
        {outcome?.made ? (
          <ShownOnce
            id={madeId}
            title={outcome.made.name}
            text={t(outcome.made.token ? "admin.key.once" : "admin.key.shownBefore")}
            secret={outcome.made.token}
            copyLabel={t("admin.key.copy")}
          />
        ) : null}
        <div>
          <KeyTable keys={keys} />
          <Pager next={next} />
        </div>
        {/* Another key of the form means another API key: the form resets once one is made. */}
        <KeyForm key={outcome?.form ? "again" : formKey} formKey={formKey} outcome={outcome} />
      </div>
    </main>
  );
}
