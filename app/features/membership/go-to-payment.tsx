import { ExternalLink } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";

/** On the way to the provider's page: at once, with scripts and without, and by a link where neither does it. */
export function GoToPayment({ page }: { page: string }) {
  const { t } = useTranslation();
  useEffect(() => {
    // In the place of this page, so that going back leads past it.
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
