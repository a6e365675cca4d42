import {
  data,
  redirect,
  type ActionFunctionArgs,
  type AppLoadContext,
  type LoaderFunctionArgs,
  type MetaArgs,
} from "@remix-run/node";
import {
  useActionData,
  useLoaderData,
  useLocation,
  useNavigation,
  useRouteLoaderData,
} from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { codes } from "../../../contract/codes.ts";
import { succeeded } from "../../../contract/envelope.ts";
import type { FeedbackItem, Page } from "../../../contract/index.ts";
import { offeredContext } from "../../features/feedback/context.server.ts";
import { FeedbackForm } from "../../features/feedback/feedback-form.tsx";
import "../../features/feedback/feedback.css";
import { Message, Messages } from "../../features/feedback/messages.tsx";
import { sendFeedback } from "../../features/feedback/send-feedback.server.ts";
import { useFetchPage } from "../../features/session/use-fetch-page.ts";
import { useUploadForms } from "../../features/session/use-upload-forms.ts";
import { serverApi, type ServerApi } from "../../lib/api.server.ts";
import { dateFormat, numberFormat } from "../../lib/formats.ts";
import { ensureGuest } from "../../lib/guest.server.ts";
import { pageFacts, pageMeta } from "../../lib/page-meta.ts";
import { safeRedirect } from "../../lib/safe-redirect.ts";
import type { loader as rootLoader } from "../../root.tsx";

const receiptFormat = /^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/;
const listLength = 10;

/** The form with the user's messages below it, or one of the messages (`receipt`). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const server = await serverApi(request, context);
  const { t, locale } = server;
  const search = new URL(request.url).searchParams;
  const receipt = search.get("receipt");
  return {
    ...(receipt === null ? await loadForm(request, context, server) : await loadMessage(server, receipt)),
    sent: search.has("sent"),
    back: search.has("back") ? safeRedirect(search.get("back")) : null,
    locale,
    page: pageFacts(request, context, {
      title: `${t("feedback.heading")} · ${t("app.name")}`,
      description: t("feedback.description"),
      siteName: t("app.name"),
      indexed: receipt === null,
    }),
  };
}

async function loadForm(
  request: Request,
  context: AppLoadContext,
  { api, signed, locale, unwrap }: ServerApi,
) {
  const search = new URL(request.url).searchParams;
  const cursor = search.get("cursor") ?? undefined;
  const [config, list] = await Promise.all([
    api.get("config", {}),
    signed() ? api.get("feedback/list", { cursor, limit: listLength }) : null,
  ]);
  const { version, upload } = unwrap(config);
  const offered = offeredContext(search, {
    version,
    locale,
    device: context.device,
    userAgent: request.headers.get("User-Agent"),
  });
  const movie = offered.movie ? await api.get("movie/detail", { id: offered.movie }) : null;
  const megabytes = upload.pictureMaxBytes / 1e6;
  return {
    kind: "form" as const,
    key: crypto.randomUUID(),
    context: offered,
    movieTitle: movie && succeeded(movie) ? movie.d.title : null,
    pictureMaxBytes: upload.pictureMaxBytes,
    largest: numberFormat(locale, { style: "unit", unit: "megabyte" }).format(megabytes),
    cursor,
    // The form is useful without the earlier messages.
    list: list && succeeded(list) ? list.d : ({ items: [], next: null } as Page<FeedbackItem>),
  };
}

async function loadMessage({ api, t, signed, unwrap }: ServerApi, receipt: string) {
  const answer =
    signed() && receiptFormat.test(receipt) ? await api.get("feedback/detail", { receipt }) : null;
  // Another user's message, an unknown one and a malformed id look the same to the client.
  if (!answer || answer.c === codes.invalid.c || answer.c === codes.unauthorised.c)
    throw data({ message: t("errors.not_found") }, { status: 404 });
  const message = unwrap(answer);
  const id = message.context?.movie;
  const movie = id ? await api.get("movie/detail", { id }) : null;
  return { kind: "message" as const, message, movieTitle: movie && succeeded(movie) ? movie.d.title : null };
}

/** Sends the form. Creates a guest if there is no session, so that the message can be answered. */
export async function action({ request, context }: ActionFunctionArgs) {
  const server = await serverApi(request, context);
  const headers = await ensureGuest(server, context.origin);
  const result = await sendFeedback(request, context, server);
  if ("refusal" in result) return data(result.refusal, { status: result.status, headers });
  const { receipt } = result;
  const from = new URL(request.url).searchParams.get("from");
  const next = new URLSearchParams({
    receipt,
    sent: "1",
    ...(from === null ? {} : { back: safeRedirect(from) }),
  });
  return redirect(`/page/feedback?${next}`, { status: 303, headers });
}

export { heldClientAction as clientAction } from "../../lib/send-form.ts";

/** The form has a key of its own: no two users may get the same. */
export const headers = () => ({ "Cache-Control": "no-store" });

export const meta = ({ data: answer }: MetaArgs<typeof loader>) => pageMeta(answer?.page);

export default function Feedback() {
  const { t } = useTranslation();
  const loaded = useLoaderData<typeof loader>();
  const user = useRouteLoaderData<typeof rootLoader>("root")?.user;
  const writeDate = (iso: string) =>
    dateFormat(loaded.locale, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(iso));
  return (
    <main id="content" className="mx-auto w-full max-w-2xl flex-1 px-(--gutter) pt-2 pb-12">
      <h1 className="text-2xl font-extrabold tracking-tight">{t("feedback.heading")}</h1>
      {loaded.kind === "message" ? (
        <Message {...loaded} guest={user?.anonymous !== 0} writeDate={writeDate} />
      ) : (
        <Write loaded={loaded} writeDate={writeDate} />
      )}
    </main>
  );
}

type FormData = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { kind: "form" }>;

function Write({ loaded, writeDate }: { loaded: FormData; writeDate: (iso: string) => string }) {
  const { t } = useTranslation();
  const result = useActionData<typeof action>();
  const { search } = useLocation();
  const { key, context, movieTitle, largest, pictureMaxBytes, list, cursor } = loaded;
  const fetchPage = useFetchPage("feedback/list", (next) => ({ cursor: next, limit: listLength }));
  return (
    <>
      <p className="mt-1.5 text-ink-soft">{t("feedback.intro")}</p>
      <FeedbackForm
        formKey={key}
        // With its query: its data about the previous page is offered again after a refusal.
        action={`/page/feedback${search}`}
        context={context}
        movieTitle={movieTitle}
        largest={largest}
        pictureMaxBytes={pictureMaxBytes}
        forms={useUploadForms()}
        refusal={result}
        busy={useNavigation().formMethod === "POST"}
      />
      <Messages list={list} cursor={cursor} fetchPage={fetchPage} writeDate={writeDate} />
    </>
  );
}
