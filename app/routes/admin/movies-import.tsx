import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { Form, useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import "../../admin/kit/css/movie.css";
import { importMovies } from "../../admin/catalogue/movies/import-movies.server.ts";
import { FileField } from "../../admin/kit/forms/fields.tsx";
import { OutcomeNotice } from "../../admin/kit/outcome-notice.tsx";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { receiveForm } from "../../lib/receive-form.server.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };
const maxFileBytes = 2 * 1024 * 1024;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { t } = await requirePermission(request, context, "catalogue.write");
  return { page: adminPage(request, context, { t, title: t("admin.csv.import") }) };
}

/** Checks a file, then imports it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const server = await requirePermission(request, context, "catalogue.write");
  return importMovies(server, await receiveForm(request, { maxFileBytes, maxTextBytes: maxFileBytes }));
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Import() {
  const { t } = useTranslation();
  const outcome = useActionData<typeof action>();
  const check = outcome?.check;
  return (
    <main id="content" className="z-main">
      <PageHead
        title={t("admin.csv.import")}
        text={t("admin.csv.text")}
        back={{ to: "/z/page/movie", label: t("admin.section.movies") }}
      />
      <OutcomeNotice outcome={outcome} />
      <div className="z-stack">
        {check ? (
          <section className="z-panel" aria-labelledby="check" role="status">
            <h2 id="check">{t(check.errors.length > 0 ? "admin.csv.errors" : "admin.csv.ask")}</h2>
            <ul className="z-ask-facts">
              {check.errors.length > 0
                ? check.errors.map((error) => (
                    <li key={error} dir="auto">
                      {error}
                    </li>
                  ))
                : check.facts.map((fact) => <li key={fact}>{fact}</li>)}
            </ul>
            {check.ready ? (
              <Form method="post" encType="multipart/form-data">
                <textarea name="csv" value={check.csv} readOnly hidden aria-label={t("admin.csv.file")} />
                <input type="hidden" name="confirmed" value="1" />
                <button type="submit" className="z-button z-button-primary">
                  {t("admin.csv.import")}
                </button>
              </Form>
            ) : null}
          </section>
        ) : null}
        <section className="z-panel">
          <Form method="post" encType="multipart/form-data" className="z-form">
            <FileField
              field={{ id: "csv-file", name: "file" }}
              label={t("admin.csv.file")}
              accept=".csv,text/csv"
            />
            <button type="submit" className="z-button justify-self-start">
              {t("admin.settings.import")}
            </button>
          </Form>
        </section>
      </div>
    </main>
  );
}
