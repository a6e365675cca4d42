import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Notice } from "../../ui/notice.tsx";
import { AskStep } from "./ask-step.tsx";
import type { Outcome } from "./outcome.ts";

let counted = 0;
const numbers = new WeakMap<object, number>();

/** What a write has come to: a question, a notice with a way back, or why not. Stands once on each screen. */
export function OutcomeNotice({ outcome }: { outcome: Outcome | undefined }) {
  const { t } = useTranslation();
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
