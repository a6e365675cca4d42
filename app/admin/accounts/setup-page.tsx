import { Form, Link } from "@remix-run/react";
import { KeyRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Flash } from "../../ui/flash.tsx";
import type { Outcome } from "../kit/outcome.ts";

export type SetupState = {
  code: string;
  /** The link is valid and can make an owner. */
  valid: boolean;
  /** Name of the user who would become owner; null = no account is signed in. */
  name: string | null;
};

/** Target of the one-time link that the server prints while it has no owner. */
export function SetupPage({ setup, outcome }: { setup: SetupState; outcome: Outcome | undefined }) {
  const { t } = useTranslation();
  const to = encodeURIComponent(`/z?setup=${setup.code}`);
  return (
    <main id="content" className="grid flex-1 place-items-start justify-center px-(--gutter) pt-8 pb-12">
      <section className="z-panel grid w-full max-w-md gap-4">
        <span className="z-card-icon">
          <KeyRound aria-hidden="true" className="size-5" />
        </span>
        <h1 className="text-xl font-extrabold tracking-tight">{t("admin.setup.title")}</h1>
        {outcome?.failed ? <Flash tone="error" text={outcome.failed} /> : null}
        {!setup.valid ? (
          <>
            <p className="text-ink-soft">{t("admin.setup.stale")}</p>
            <Link to="/" reloadDocument className="button button-quiet">
              {t("error.home")}
            </Link>
          </>
        ) : setup.name !== null ? (
          <>
            <p className="text-ink-soft">{t("admin.setup.claim", { name: setup.name })}</p>
            <Form method="post" className="grid">
              <input type="hidden" name="intent" value="claim" />
              <input type="hidden" name="code" value={setup.code} />
              <button type="submit" className="button button-primary min-h-12">
                {t("admin.setup.become")}
              </button>
            </Form>
          </>
        ) : (
          <>
            <p className="text-ink-soft">{t("admin.setup.account")}</p>
            <Link
              to={`/page/login?mode=sign-up&to=${to}`}
              reloadDocument
              className="button button-primary min-h-12"
            >
              {t("login.signUp")}
            </Link>
            <Link to={`/page/login?to=${to}`} reloadDocument className="button button-quiet">
              {t("login.signIn")}
            </Link>
          </>
        )}
      </section>
    </main>
  );
}
