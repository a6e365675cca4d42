import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
} from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation, type ClientLoaderFunctionArgs } from "@remix-run/react";
import { succeeded } from "../../../contract/envelope.ts";
import { OpenForm, Picker, type PickRefusal } from "../../features/profiles/picker.tsx";
import { serverApi } from "../../lib/api.server.ts";
import { refusalOf, refusalStatus } from "../../lib/identity.server.ts";
import { chosenLocaleCookies } from "../../lib/locale-cookie.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { pageFacts, pageMeta } from "../../lib/page-meta.ts";
import { loadTexts } from "../../lib/part-texts.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { safeRedirect } from "../../lib/safe-redirect.ts";
import { keepProfile } from "../../lib/session-cookie.server.ts";

export const handle: RouteHandle = { texts: ["profiles"] };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, signed, unwrap } = await serverApi(request, context);
  const { searchParams } = new URL(request.url);
  const to = safeRedirect(searchParams.get("to"));
  const answer = signed() ? await api.get("profiles/list", {}) : null;
  if (answer === null || !signed()) throw redirect(`/page/login?${new URLSearchParams({ to })}`, 303);
  const { items, manages } = unwrap(answer);
  if (items.length === 0) throw redirect(to, 303);
  const wanted = items.find(({ id, asks }) => asks && id === searchParams.get("open")) ?? null;
  // Where no PIN could open it, the password is asked for at once.
  const hasPin = wanted !== null && (wanted.protected || (items[0]?.protected ?? false));
  return {
    items,
    manages,
    wanted,
    hasPin,
    by: searchParams.get("by") === "password" || !hasPin ? ("password" as const) : ("pin" as const),
    to,
    page: pageFacts(request, context, {
      title: `${t("profiles.who")} · ${t("app.name")}`,
      description: t("profiles.description"),
      siteName: t("app.name"),
      indexed: false,
    }),
  };
}

/** Opens a profile, and goes on to the page that the choice was for, in the profile's language. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { api } = await serverApi(request, context);
  const to = safeRedirect(new URL(request.url).searchParams.get("to"));
  const form = await readFields(request, context);
  const word = (name: string) => String(form.get(name) ?? "");
  const answer = await api.post("profiles/open", {
    id: word("id"),
    ...(word("pin") && { pin: word("pin") }),
    ...(word("password") && { password: word("password") }),
  });
  if (!succeeded(answer)) return data<PickRefusal>(refusalOf(answer), refusalStatus(answer));
  const { locale, main, mark } = answer.d;
  const headers = new Headers();
  keepProfile(headers, { request, origin: context.origin, mark: main ? null : mark });
  const secure = context.origin.startsWith("https:");
  if (locale) for (const cookie of chosenLocaleCookies(locale, secure)) headers.append("Set-Cookie", cookie);
  return redirect(to, { status: 303, headers });
}

/** A client-side navigation to this page has not loaded its texts yet. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  const [answer] = await Promise.all([serverLoader<typeof loader>(), loadTexts("profiles")]);
  return answer;
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

/** Who watches: asked after a sign-in, and where another profile is wanted. */
export default function Profiles() {
  const { items, manages, wanted, hasPin, by, to } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>() as PickRefusal | undefined;
  const busy = useNavigation().formMethod === "POST";
  return (
    <main id="content" className="flex flex-1 flex-col items-center px-5 pt-6 pb-12 @min-[600px]/page:pt-16">
      {wanted ? (
        <OpenForm profile={wanted} to={to} by={by} hasPin={hasPin} refusal={refusal} busy={busy} />
      ) : (
        <Picker items={items} to={to} manages={manages} />
      )}
    </main>
  );
}
