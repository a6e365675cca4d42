import { Form, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Notice } from "../../ui/notice.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { AskStep } from "./ask-step.tsx";
import type { Anchor, Outcome } from "./outcome.ts";

let counted = 0;
const numbers = new WeakMap<object, number>();

/** The result of a write: a question, a notice with an undo, or an error. Each screen renders it once. */
export function OutcomeNotice({ outcome: latest }: { outcome: Outcome | undefined }) {
  const { t } = useTranslation();
  const outcome = useWithItsPage(latest);
  useReveal(outcome);
  if (!outcome) return null;
  const key = numbers.get(outcome) ?? ++counted;
  numbers.set(outcome, key);
  const closeLabel = t("admin.list.close");
  if (outcome.ask) return <AskStep key={key} ask={outcome.ask} />;
  const failed = outcome.failed ?? outcome.form?.message;
  const below = <Places at={placesOf(outcome)} />;
  if (failed) return <Notice key={key} tone="error" text={failed} closeLabel={closeLabel} below={below} />;
  if (!outcome.done) return null;
  const { text, undo } = outcome.done;
  return (
    <Notice key={key} text={text} closeLabel={closeLabel} below={below}>
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

const placesOf = ({ at = [], form }: Outcome) => [...at, ...(form?.at ?? [])];

/** Links to the refused fields, or to the new thing. */
function Places({ at }: { at: Anchor[] }) {
  if (at.length === 0) return null;
  return (
    <ul className="z-places">
      {at.map(({ id, text }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            onClick={(event) => {
              const element = document.getElementById(id);
              // Another address would drop the refused form.
              event.preventDefault();
              if (element) reveal(element);
            }}
          >
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}

/**
 * Once a result is shown, the focus goes to what it is about: the first refused field, or the new thing. It stays where
 * it is if the result came with the document, and the user has gone on before scripts ran.
 */
function useReveal(outcome: Outcome | undefined) {
  const cameWithPage = useRef(!useHydrated());
  useEffect(() => {
    const goneOn = cameWithPage.current && Boolean(document.activeElement?.closest("main"));
    cameWithPage.current = false;
    if (!outcome || outcome.ask || goneOn) return;
    const named = placesOf(outcome).flatMap(({ id }) => document.getElementById(id) ?? []);
    named.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
    const wrong =
      (outcome.failed ?? outcome.form?.message) ? "main :is([aria-invalid=true], .z-error)" : null;
    const element = named[0] ?? (wrong && document.querySelector<HTMLElement>(wrong));
    if (element) reveal(element);
  }, [outcome]);
}

function reveal(element: HTMLElement) {
  for (let folded = element.closest("details"); folded;) {
    folded.open = true;
    folded = folded.parentElement?.closest("details") ?? null;
  }
  // Makes a line or a heading focusable; a control keeps its place in the order.
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: "center" });
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
