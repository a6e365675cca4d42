import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Envelope } from "../../../contract/index.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { asksNotToBeTracked, canMeasure, consent, measure, stopMeasuring } from "./measuring.ts";

/**
 * The choice to let Google Analytics count this browser: off until it is switched on. Shown only if the project has
 * Analytics, and only with scripts, because there is nothing to switch off without them.
 */
export function AnalyticsChoice({ config }: { config: Envelope<unknown> }) {
  return useHydrated() && canMeasure(config) ? <Choice config={config} /> : null;
}

function Choice({ config }: { config: Envelope<unknown> }) {
  const { t } = useTranslation();
  const [given, setGiven] = useState(consent.read);
  const id = useId();
  const blocked = asksNotToBeTracked();
  const choose = (wanted: boolean) => {
    consent.write(wanted);
    setGiven(wanted);
    void (wanted ? measure(config) : stopMeasuring());
  };
  return (
    <section className="mt-8 rounded-xl bg-card p-4 shadow-card" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="font-semibold">
        {t("analytics.title")}
      </h2>
      <p id={`${id}-text`} className="mt-1 text-sm text-ink-soft">
        {blocked ? t("analytics.blocked") : t("analytics.text")}
      </p>
      <label className="mt-2 flex min-h-11 items-center gap-3 font-medium has-disabled:text-ink-faint">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-curtain"
          checked={given && !blocked}
          disabled={blocked}
          aria-describedby={`${id}-text`}
          onChange={(event) => choose(event.target.checked)}
        />
        {t("analytics.label")}
      </label>
    </section>
  );
}
