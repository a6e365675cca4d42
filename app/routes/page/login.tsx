import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
} from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { GoogleButton } from "../../features/firebase/google-button.tsx";
import { useGuestProof } from "../../features/firebase/use-guest-proof.ts";
import { LanguageLink } from "../../features/language/language-link.tsx";
import { useSession } from "../../features/session/session-provider.tsx";
import { askFactor } from "../../features/sign-in/factor-cookie.server.ts";
import { CodeForm } from "../../features/sign-in/code-form.tsx";
import { MailRequest } from "../../features/sign-in/mail-request.tsx";
import {
  exchangeResetCode,
  hasResetCode,
  requestReset,
  saveNewPassword,
  type NewPasswordRefusal,
} from "../../features/sign-in/new-password.server.ts";
import { ResetForm } from "../../features/sign-in/reset-form.tsx";
import { OidcButton } from "../../features/sign-in/oidc-form.tsx";
import { PasskeySignIn } from "../../features/sign-in/passkey-sign-in.tsx";
import { signInByPasskey } from "../../features/sign-in/passkey-sign-in.server.ts";
import { SignInForm } from "../../features/sign-in/sign-in-form.tsx";
import {
  codeOf,
  forgetSignUp,
  pendingSignUp,
  requestSignUpCode,
} from "../../features/sign-in/sign-up-code.server.ts";
import { serverApi } from "../../lib/api.server.ts";
import { choseDataSaver } from "../../lib/data-saver.server.ts";
import { endSession, enterPage, signUp, startSession } from "../../lib/identity.server.ts";
import { useDocument } from "../../lib/document-context.ts";
import { pageFacts, pageMeta } from "../../lib/page-meta.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { safeRedirect } from "../../lib/safe-redirect.ts";
import { TextLinks } from "../../ui/text-links.tsx";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const exchanged = exchangeResetCode(request, context);
  if (exchanged) throw exchanged;
  const { api, t, unwrap } = await serverApi(request, context);
  const { identity } = unwrap(await api.get("config", {}));
  return {
    minPasswordLength: identity.minPasswordLength,
    firebase: identity.firebase,
    resetPossible: identity.reset,
    linkPossible: identity.link,
    rpId: identity.passkeys,
    oidc: identity.oidc,
    confirm: identity.confirm,
    codeSentTo: pendingSignUp(request, context)?.email ?? null,
    hasResetCode: hasResetCode(request, context),
    to: safeRedirect(new URL(request.url).searchParams.get("to")),
    page: pageFacts(request, context, {
      title: `${t("login.title")} · ${t("app.name")}`,
      description: t("login.description"),
      siteName: t("app.name"),
    }),
  };
}

/**
 * Signs in, signs up or signs out (`intent`), then returns to the page the user came from; or mails a code for a new
 * account, or a link for a forgotten password, or sets the new one.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const server = await serverApi(request, context);
  const form = await readFields(request, context);
  const word = (name: string) => String(form.get(name) ?? "");
  const to = safeRedirect(form.get("to"));
  if (word("intent") === "sign-out") {
    return redirect(to, { headers: await endSession(server, context.origin) });
  }
  const pending = form.has("code") ? pendingSignUp(request, context) : null;
  const email = pending?.email ?? word("email").trim();
  const password = word("password");
  const name = pending?.name ?? word("name").trim();
  if (word("intent") === "sign-up-code") return requestSignUpCode(server, { email, name, to, context });
  if (word("intent") === "forgot") return requestReset(server, email);
  if (word("intent") === "reset") return saveNewPassword(server, { request, context, password });
  if (word("intent") === "passkey") return signInByPasskey(server, { form, context });
  const joining = word("intent") === "sign-up";
  const identity = joining
    ? await signUp(server, {
        email,
        password,
        name,
        guestProof: word("guestProof"),
        proven: pending && { ticket: pending.ticket, code: codeOf(word("code")) },
      })
    : await server.api.post("identity/sign-in", { email, password });
  const started = await startSession(server, identity, context.origin);
  if ("headers" in started) {
    if (pending) forgetSignUp(started.headers, context);
    // A visitor's choice was stored in this browser only; if it can't be copied to the account, the user can choose
    // again.
    if (joining && choseDataSaver(request)) await server.api.post("profile/data-saver", { on: true });
    return enterPage(to, { ...started, inAdmin: word("inAdmin") === "1" });
  }
  if ("pending" in started) return askFactor(started.pending, { to, inAdmin: word("inAdmin"), context });
  // The password is not sent back: a page must never contain one.
  const refused: NewPasswordRefusal = { ...started.refusal, typed: { email, name } };
  return data(refused, { status: started.status });
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Login() {
  const {
    minPasswordLength,
    firebase,
    resetPossible,
    linkPossible,
    rpId,
    oidc,
    confirm,
    codeSentTo,
    hasResetCode,
    to,
  } = useLoaderData<typeof loader>();
  const { state } = useSession();
  const guestUid = state.info?.anonymous === 1 ? state.info.uid : null;
  const guestProof = useGuestProof(firebase, guestUid);
  const enter = useEnter(to);
  const [search] = useSearchParams();
  const { t } = useTranslation();
  const { texts } = useDocument();
  const refusal = useActionData<typeof action>();
  const busy = useNavigation().formMethod === "POST";
  const [mode, done] = [search.get("mode"), search.get("done")];
  const sent = done === "sent";
  const inAdmin = texts.some((url) => /\/admin[-.]/.test(url));
  const isSignIn = mode !== "forgot" && mode !== "reset" && mode !== "code";
  return (
    <main id="content" className="flex flex-1 flex-col items-center px-5 pt-4 pb-12 @min-[600px]/page:pt-12">
      {mode === "forgot" ? (
        <MailRequest intent="forgot" possible={resetPossible} sent={sent} refusal={refusal} busy={busy} />
      ) : null}
      {mode === "reset" ? (
        <ResetForm
          usable={hasResetCode && !refusal?.stale}
          minPasswordLength={minPasswordLength}
          refusal={refusal}
          busy={busy}
        />
      ) : null}
      {mode === "code" ? (
        <CodeForm
          email={codeSentTo}
          to={to}
          minPasswordLength={minPasswordLength}
          refusal={refusal}
          busy={busy}
          guestProof={guestProof}
        />
      ) : null}
      {isSignIn ? (
        <SignInForm
          mode={mode === "sign-up" ? "sign-up" : "sign-in"}
          to={to}
          minPasswordLength={minPasswordLength}
          confirm={confirm}
          refusal={refusal}
          busy={busy}
          inAdmin={inAdmin}
          notice={
            done === "reset" ? t("login.resetDone") : done === "deleted" ? t("login.deleted") : undefined
          }
          guestProof={guestProof}
          linkPossible={linkPossible}
        >
          {rpId && mode !== "sign-up" ? <PasskeySignIn rpId={rpId} to={to} inAdmin={inAdmin} /> : null}
          {oidc ? <OidcButton name={oidc} to={to} /> : null}
          {firebase ? <GoogleButton settings={firebase} guestUid={guestUid} onProven={enter} /> : null}
        </SignInForm>
      ) : null}
      <LanguageLink />
      <TextLinks className="" />
    </main>
  );
}

/** Signs in with a proof that this browser has made. */
function useEnter(to: string) {
  const { session } = useSession();
  return async (proven: { uid: string; proof: string }) => {
    const entered = (await session?.enter(proven)) ?? false;
    // Loads a new document: every part of it belongs to another user, including the root, which client-side navigation
    // would not reload.
    if (entered) window.location.assign(to);
    return entered;
  };
}
