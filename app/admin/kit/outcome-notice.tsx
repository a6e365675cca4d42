import { Form, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Notice } from "../../ui/notice.tsx";
import { AskStep } from "./ask-step.tsx";
import type { Outcome } from "./outcome.ts";

let counted = 0;
const numbers = new WeakMap<object, number>();

/** What a write has come to: a question, a notice with a way back, or why not. Stands once on each screen. */
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
 * What a write has come to is known before the page has been loaded again. Told then, it would say "saved" above what
 * was there before, and what somebody does next (chooses a row, moves a line) would be of an older state, and be lost.
 * @returns the outcome, once the page shows what it speaks of
 */
function useWithItsPage(latest: Outcome | undefined): Outcome | undefined {
  const loaded = useNavigation().state === "idle";
  const [outcome, setOutcome] = useState(latest);
  if (loaded && outcome !== latest) setOutcome(latest);
  return outcome;
}
