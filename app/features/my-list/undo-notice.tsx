import type { FetcherWithComponents } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Notice } from "../../ui/notice.tsx";
import type { Outcome } from "./outcome.ts";

let counted = 0;
const numbers = new WeakMap<object, number>();

/** Shows the result of a write, with an undo for a removal. */
export function UndoNotice({
  outcome,
  fetcher,
}: {
  outcome: Outcome | null | undefined;
  fetcher: FetcherWithComponents<unknown>;
}) {
  const { t } = useTranslation();
  if (!outcome) return null;
  const closeLabel = t("myList.close");
  const key = numberOf(outcome);
  if ("failed" in outcome)
    return <Notice key={key} tone="error" text={outcome.failed} closeLabel={closeLabel} />;
  if (outcome.done === "cleared")
    return <Notice key={key} text={t("history.cleared")} closeLabel={closeLabel} />;
  if (outcome.done === "restored")
    return <Notice key={key} text={t("myList.restored")} closeLabel={closeLabel} />;
  if (outcome.done !== "removed") return null;
  return (
    <Notice key={key} text={t("myList.removed", { count: outcome.ids.length })} closeLabel={closeLabel}>
      <fetcher.Form method="post">
        <input type="hidden" name="intent" value="restore" />
        <input type="hidden" name="kept" value={outcome.kept} />
        <button
          type="submit"
          className="min-h-11 min-w-11 rounded-md px-3 font-bold text-gold-bright hover:text-gold-tint"
        >
          {t("myList.undo")}
        </button>
      </fetcher.Form>
    </Notice>
  );
}

/** A number for every outcome, so that a second removal is a notice of its own. */
function numberOf(outcome: object): number {
  const known = numbers.get(outcome) ?? ++counted;
  numbers.set(outcome, known);
  return known;
}
