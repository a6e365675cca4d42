import { ExternalLink } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";

/** Leaves for the provider's page: at once, with scripts and without, and by a link if both fail. */
export function GoToPayment({ page }: { page: string }) {
  const { t } = useTranslation();
  useEffect(() => {
    // Replaces this page in the history, so that going back skips it.
    window.location.replace(page);
  }, [page]);
  return (
    <section className="pay-state" aria-labelledby="state" role="status">
      <noscript>
        <meta httpEquiv="refresh" content={`0;url=${page}`} />
      </noscript>
      <span className="pay-mark">
        <ExternalLink aria-hidden="true" className="flip size-7" />
      </span>
      <h1 id="state" className="mt-4 text-xl font-extrabold tracking-tight">
        {t("pay.going")}
      </h1>
      <div className="pay-actions">
        <a href={page} className="button button-primary min-h-12">
          {t("pay.goOn")}
        </a>
      </div>
    </section>
  );
}
