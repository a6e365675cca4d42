import { Form, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Notice } from "../../ui/notice.tsx";
import { AskStep } from "./ask-step.tsx";
import type { Outcome } from "./outcome.ts";

let counted = 0;
const numbers = new WeakMap<object, number>();

/** The result of a write: a question, a notice with an undo, or an error. Each screen renders it once. */
export function OutcomeNotice({ outcome: latest }: { outcome: Outcome | undefined }) {
  const { t } = useTranslation();
  const outcome = useWithItsPage(latest);
  if (!outcome) return null;
  const key = numbers.get(outcome) ?? ++counted;
  numbers.set(outcome, key);
  const closeLabel = t("admin.list.close");
  if (outcome.ask) return <AskStep key={key} ask={outcome.ask} />;
  const failed = outcome.failed ?? outcome.form?.message;
  if (failed) return <Notice key={key} tone="error" text={failed} closeLabel={closeLabel} />;
  if (!outcome.done) return null;
  const { text, undo } = outcome.done;
  return (
    <Notice key={key} text={text} closeLabel={closeLabel}>
      {undo ? (
        <Form method="post" preventScrollReset>
          {undo.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button
            type="submit"
            className="min-h-11 min-w-11 rounded-md px-3 font-bold text-gold-bright hover:text-gold-tint"
          >
            {t("admin.list.undo")}
          </button>
        </Form>
      ) : null}
    </Notice>
  );
}

/**
 * The result of a write is known before the page has loaded again. Shown at once, it would say "saved" above the old
 * data, and the user's next action (selecting a row, moving a line) would apply to that old state and be lost.
 * @returns the outcome, once the page shows the data it is about
 */
function useWithItsPage(latest: Outcome | undefined): Outcome | undefined {
  const loaded = useNavigation().state === "idle";
  const [outcome, setOutcome] = useState(latest);
  if (loaded && outcome !== latest) setOutcome(latest);
  return outcome;
}
