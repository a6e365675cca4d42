import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { Undoable } from "../../../contract/index.ts";
import { sideBySide } from "../../lib/formats.ts";
import { useWriters } from "./format.ts";

type Words = {
  /** An action in words. */
  nameOf: (action: Undoable) => string;
  /** How many rows it changed, in words. */
  numberOf: (number: string) => string;
  /** Only this row is restored. */
  id?: string;
};

/** Actions shown at once; more are folded. */
const unfolded = 3;

/** Actions of the last day on many rows, each with its time and its undo: also after the page was left. */
export function UndoLines({ items, ...words }: { items: readonly Undoable[] } & Words) {
  const { t } = useTranslation();
  const lines = items.map((item) => <UndoLine key={item.entry} item={item} {...words} />);
  if (lines.length === 0) return null;
  return (
    <>
      <ul className="z-undo" aria-label={t("admin.list.lately")}>
        {lines.slice(0, unfolded)}
      </ul>
      {lines.length > unfolded ? (
        <details className="z-more">
          <summary>{t("admin.list.lately")}</summary>
          <ul className="z-undo">{lines.slice(unfolded)}</ul>
        </details>
      ) : null}
    </>
  );
}

function UndoLine({ item, nameOf, numberOf, id }: { item: Undoable } & Words) {
  const { t } = useTranslation();
  const write = useWriters();
  const { entry, at, by, name, number, state } = item;
  const facts = [name ?? numberOf(write.number(number)), write.at(at), ...(id && by ? [by] : [])];
  return (
    <li>
      <span className="min-w-0">
        <span className="z-strong">{nameOf(item)}</span>{" "}
        <span className="z-faint inline-block">{sideBySide(facts)}</span>
      </span>
      {state === "possible" ? (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="undo" />
          <input type="hidden" name="entry" value={entry} />
          <button type="submit" className="z-button">
            {t("admin.list.undo")}
          </button>
        </Form>
      ) : (
        <span className="z-faint whitespace-nowrap">
          {t(state === "done" ? "admin.audit.undone" : "admin.list.changedSince")}
        </span>
      )}
    </li>
  );
}
