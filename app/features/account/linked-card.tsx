import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { card, Write } from "./security-cards.tsx";

export type ShownLink = { issuer: string; subject: string; label: string | null; since: string };

/** The account's identities at the operator's own provider. @param name of the provider; null = none can be linked */
export function LinkedCard({
  name,
  items,
  to,
  busy,
}: {
  name: string | null;
  items: readonly ShownLink[];
  to: string;
  busy: boolean;
}) {
  const { t } = useTranslation();
  return (
    <section className={`${card} grid gap-4`}>
      <div>
        <h2 className="font-semibold">{t("security.linked")}</h2>
        <p className="mt-1 text-ink-soft">{t("security.linkedText")}</p>
      </div>
      {items.length > 0 ? (
        <ul className="grid gap-4">
          {items.map(({ issuer, subject, label, since }) => (
            <li key={`${issuer} ${subject}`} className="grid gap-3 border-t border-line pt-4">
              <div>
                <h3 className="font-semibold wrap-anywhere">{label ?? subject}</h3>
                <p className="mt-1 text-sm text-ink-soft">
                  <bdi className="wrap-anywhere">{issuer}</bdi>
                  <span className="block">{t("security.passkeySince", { date: since })}</span>
                </p>
              </div>
              <Write
                intent="oidc-unlink"
                fields={{ issuer, subject }}
                to={to}
                label={t("security.unlink")}
                busy={busy}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {name === null ? null : (
        <Form
          method="post"
          action="/page/login/oidc"
          className={items.length > 0 ? "border-t border-line pt-4" : undefined}
        >
          <input type="hidden" name="intent" value="oidc-link" />
          <button type="submit" className="button button-quiet min-h-12 w-full" aria-busy={busy}>
            <span className="wrap-anywhere">{t("security.link", { name })}</span>
          </button>
        </Form>
      )}
    </section>
  );
}
