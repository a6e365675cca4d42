import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FeedbackContext } from "../../../contract/index.ts";
import { Facts } from "../../ui/facts.tsx";
import { describeContext } from "./describe-context.ts";

/**
 * The details sent along with a message: shown first, and switched off with one tap. Scripts add what only the browser
 * knows.
 */
export function ContextFields({
  offered,
  movieTitle,
  on: initially,
}: {
  offered: FeedbackContext;
  movieTitle: string | null;
  /** Whether they are sent unless the user says otherwise. */
  on: boolean;
}) {
  const { t } = useTranslation();
  const [found, setFound] = useState<FeedbackContext>({});
  const [on, setOn] = useState(initially);
  useEffect(() => setFound(ownContext()), []);
  const context = { ...offered, ...found };
  return (
    <fieldset className="feedback-context" data-on={on}>
      <legend className="sr-only">{t("feedback.context")}</legend>
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          name="withContext"
          value="1"
          defaultChecked={initially}
          onChange={(event) => setOn(event.currentTarget.checked)}
          className="check"
        />
        {t("feedback.contextSend")}
      </label>
      <p className="text-sm text-ink-soft">{t("feedback.contextText")}</p>
      <Facts facts={describeContext(context, { t, movieTitle })} className="mt-3" />
      {Object.entries(context).map(([name, value]) => (
        <input key={name} type="hidden" name={`context.${name}`} value={value} />
      ))}
    </fieldset>
  );
}

type Connection = { effectiveType?: string; downlink?: number };

/** Screen and network, as this browser reports them. */
function ownContext(): FeedbackContext {
  const { connection } = navigator as { connection?: Connection };
  const speed = connection?.downlink === undefined ? [] : [`${connection.downlink} Mbit/s`];
  const network = [...(connection?.effectiveType ? [connection.effectiveType] : []), ...speed].join(", ");
  const ratio = Math.round(devicePixelRatio * 100) / 100;
  return { screen: `${innerWidth}×${innerHeight} @${ratio}`, ...(network ? { network } : {}) };
}
