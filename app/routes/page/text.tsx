import { data, type LoaderFunctionArgs, type MetaArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { codes } from "../../../contract/codes.ts";
import { parseMarkup, plainText } from "../../features/text/markup.ts";
import { TextPage } from "../../features/text/text-page.tsx";
import "../../features/text/text.css";
import { serverApi } from "../../lib/api.server.ts";
import { dateFormat } from "../../lib/formats.ts";
import { pageFacts, pageMeta } from "../../lib/page-meta.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, locale, unwrap } = await serverApi(request, context);
  const answer = await api.get("text/detail", { key: new URL(request.url).searchParams.get("key") ?? "" });
  // The API refuses a malformed key as invalid: the reader sees "not found".
  if (answer.c === codes.invalid.c) throw data({ message: t("errors.not_found") }, { status: 404 });
  const text = unwrap(answer);
  const blocks = parseMarkup(text.body);
  const first = blocks.find((block) => block.kind === "paragraph");
  return {
    textKey: text.key,
    title: text.title,
    locale: text.locale,
    blocks,
    // Computed on the server only: a browser may write a date differently, and both must render the same page.
    updated: dateFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(text.updatedAt)),
    page: pageFacts(request, context, {
      title: `${text.title} · ${t("app.name")}`,
      description: first ? plainText(first.parts).slice(0, 200) : t("app.description"),
      siteName: t("app.name"),
      address: `/page/text?key=${text.key}`,
    }),
  };
}

export const meta = ({ data: answer }: MetaArgs<typeof loader>) => pageMeta(answer?.page);

export default function Text() {
  const { textKey, title, locale, blocks, updated } = useLoaderData<typeof loader>();
  return (
    <main id="content" className="mx-auto w-full max-w-2xl flex-1 px-(--gutter) pt-2 pb-12">
      <TextPage textKey={textKey} title={title} locale={locale} blocks={blocks} updated={updated} />
    </main>
  );
}
