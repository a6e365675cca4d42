import { Store } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useHydrated } from "../../ui/use-hydrated.ts";

/** Replaces the plans inside an app that sells VIP by itself. */
export function HostStore({
  buy,
  onDone,
}: {
  /** Opens the app's store; resolves to whether something was bought, null if the app did not answer. */
  buy: () => Promise<boolean | null>;
  /** Called after a purchase: this page's data is outdated. */
  onDone: () => void;
}) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const [at, setAt] = useState<"idle" | "open" | "failed">("idle");
  const open = async () => {
    setAt("open");
    const bought = await buy();
    setAt(bought === null ? "failed" : "idle");
    if (bought) onDone();
  };
  return (
    <section className="rounded-xl bg-card p-5 text-center shadow-card" aria-labelledby="host-store">
      <Store aria-hidden="true" className="mx-auto size-9 text-gold" strokeWidth={1.6} />
      <h2 id="host-store" className="mt-3 text-lg font-bold">
        {t("membership.hostTitle")}
      </h2>
      <p className="mx-auto mt-1.5 max-w-md text-ink-soft">{t("membership.hostText")}</p>
      {hydrated ? (
        <button
          type="button"
          className="button button-primary mt-4 min-h-12"
          aria-busy={at === "open"}
          onClick={() => void open()}
        >
          {t("membership.hostOpen")}
        </button>
      ) : (
        <p className="mt-2 font-medium">{t("membership.hostScripts")}</p>
      )}
      <p role="status" className="mt-2 text-sm text-ink-soft">
        {at === "open" ? t("membership.hostWait") : null}
        {at === "failed" ? t("membership.hostFailed") : null}
      </p>
    </section>
  );
}
