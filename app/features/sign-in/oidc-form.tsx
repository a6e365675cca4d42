import { Form, Link } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Flash } from "../../ui/flash.tsx";
import { StepFrame } from "./step.tsx";

/** The button that begins at the operator's own provider. */
export function OidcButton({ name, to }: { name: string; to: string }) {
  const { t } = useTranslation();
  return (
    <Form method="post" action="/page/login/oidc" className="mt-3">
      <input type="hidden" name="intent" value="oidc" />
      <input type="hidden" name="to" value={to} />
      <button type="submit" className="button button-quiet min-h-12 w-full">
        <span className="wrap-anywhere">{t("login.oidc", { name })}</span>
      </button>
    </Form>
  );
}

/**
 * Leaves for the provider: at once, with scripts and without, and by a link if both fail. From a page of ours, since a
 * form may not redirect to another site.
 */
export function GoToProvider({ url, name }: { url: string; name: string }) {
  const { t } = useTranslation();
  useEffect(() => {
    // Replaces this page in the history, so that going back skips it.
    window.location.replace(url);
  }, [url]);
  return (
    <StepFrame title={t("login.oidcGoing", { name })} text={undefined}>
      <noscript>
        <meta httpEquiv="refresh" content={`0;url=${url}`} />
      </noscript>
      <a href={url} className="button button-primary min-h-12 w-full">
        {t("login.oidc", { name })}
      </a>
    </StepFrame>
  );
}

/** Why it did not come to a sign-in, and the ways on. */
export function OidcStopped({ message, name }: { message: string | null; name: string | null }) {
  const { t } = useTranslation();
  return (
    <StepFrame title={t("login.title")} text={undefined}>
      {message ? <Flash tone="error" text={message} /> : null}
      {name ? <OidcButton name={name} to="/" /> : null}
      <Link to="/page/login" className="button button-primary min-h-12 w-full">
        {t("login.signIn")}
      </Link>
    </StepFrame>
  );
}
