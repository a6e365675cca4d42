import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { ExternalLink } from "lucide-react";
import { useTranslation } from "react-i18next";
import { codes } from "../../../contract/codes.ts";
import { directionOf, localeOfCode, type Locale } from "../../../contract/locales.ts";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { useMay } from "../../admin/kit/admin-frame.tsx";
import { OutcomeNotice } from "../../admin/kit/outcome-notice.tsx";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { TextEditor, Versions } from "../../admin/service/texts/text-editor.tsx";
import { writeText } from "../../admin/service/texts/write-text.server.ts";
import { languageOf } from "../../features/language/languages.ts";
import { parseMarkup } from "../../features/text/markup.ts";
import "../../features/text/text.css";
import { TextBody } from "../../features/text/text-body.tsx";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { notFound, requirePermission } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const server = await requirePermission(request, context, "texts.read");
  const { api, t, unwrap } = server;
  const locale = localeOfCode(params.locale!);
  const key = params.key!;
  if (!locale) throw notFound(server, context);
  const asked = Number(new URL(request.url).searchParams.get("version"));
  const version = Number.isInteger(asked) && asked > 0 ? asked : undefined;
  const answer = await api.get("z/text/detail", { key, locale, ...(version && { version }) });
  if (answer.c === codes.invalid.c) throw notFound(server, context);
  // A missing language can be added; an unknown key is not found.
  const absent = answer.c === codes.not_found.c && version === undefined;
  const known = absent
    ? unwrap(await api.get("z/text/list", {})).items.some((item) => item.key === key)
    : true;
  if (!known) throw notFound(server, context);
  const text = absent ? null : unwrap(answer);
  const title = `${key} · ${languageOf(locale).name}`;
  return {
    text,
    key,
    locale,
    title,
    version: version ?? null,
    page: adminPage(request, context, { t, title }),
  };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const server = await requirePermission(request, context, "texts.write");
  return writeText(server, {
    key: params.key!,
    locale: params.locale!,
    form: await readFields(request, context),
  });
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Text() {
  const { t } = useTranslation();
  const { text, key, locale, title, version } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const editable = useMay()("texts.write");
  const path = `/z/management/texts/${key}/${locale}`;
  const preview = outcome?.preview ?? (version !== null || !editable ? text : null);
  return (
    <main id="content" className="z-main">
      <PageHead title={title} back={{ to: "/z/management/texts", label: t("admin.section.texts") }}>
        {text ? (
          <a href={`/page/text?key=${key}`} className="z-button">
            <ExternalLink aria-hidden="true" className="size-4" />
            {t("admin.text.page")}
          </a>
        ) : null}
      </PageHead>
      <OutcomeNotice outcome={outcome} />
      <div className="z-columns mt-3">
        <div className="grid gap-4">
          {preview ? (
            <section className="z-panel" aria-labelledby="preview">
              <h2 id="preview">
                {version === null || outcome?.preview
                  ? t("admin.text.preview")
                  : t("admin.text.version", { version })}
              </h2>
              <article className="text-body" lang={locale} dir={directionOf(locale as Locale)}>
                <h3 className="text-xl font-extrabold">{preview.title}</h3>
                <TextBody blocks={parseMarkup(preview.body)} />
              </article>
              {version !== null && !outcome?.preview ? (
                <p className="mt-3">
                  <Link to={path} className="z-link text-sm" preventScrollReset>
                    {t("admin.text.newestOne")}
                  </Link>
                </p>
              ) : null}
            </section>
          ) : null}
          {editable && (version === null || outcome?.preview) ? (
            <section className="z-panel">
              <TextEditor key={`${text?.latest ?? 0}`} text={text} locale={locale} outcome={outcome} />
            </section>
          ) : null}
        </div>
        {text ? <Versions text={text} path={path} editable={editable} /> : null}
      </div>
    </main>
  );
}
