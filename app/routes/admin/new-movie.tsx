import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import "../../admin/kit/css/movie.css";
import { CreatePanel } from "../../admin/catalogue/movie/create-panel.tsx";
import { createMovie } from "../../admin/catalogue/movie/create-movie.server.ts";
import { OutcomeNotice } from "../../admin/kit/outcome-notice.tsx";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { languages } from "../../features/language/languages.ts";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };
const languageOptions = languages.map(({ locale, name }) => ({ value: locale, label: name }));

/** A new movie: its first facts. All others have pages of their own once it exists. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { t, locale } = await requirePermission(request, context, "catalogue.write");
  return {
    formKey: crypto.randomUUID(),
    locale,
    year: new Date().getUTCFullYear(),
    page: adminPage(request, context, { t, title: t("admin.movie.new") }),
  };
}

export const action = (args: ActionFunctionArgs) => createMovie(args);

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function NewMovie() {
  const { t } = useTranslation();
  const { formKey, locale, year } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  return (
    <main id="content" className="z-main">
      <PageHead
        title={t("admin.movie.new")}
        back={{ to: "/z/page/movie", label: t("admin.section.movies") }}
      />
      <OutcomeNotice outcome={outcome} />
      <div className="z-stack">
        <CreatePanel
          formKey={formKey}
          locale={locale}
          year={year}
          outcome={outcome}
          languages={languageOptions}
        />
      </div>
    </main>
  );
}
