import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { Undoable } from "../../../contract/index.ts";
import { useWriters } from "./format.ts";

/** Actions of the last day on many rows, each with its time and its undo: also after the page was left. */
export function UndoLines({
  items,
  nameOf,
  numberOf,
  id,
}: {
  items: readonly Undoable[];
  /** A kind of action in words. */
  nameOf: (kind: string) => string;
  /** How many rows it changed, in words. */
  numberOf: (number: string) => string;
  /** Only this row is restored. */
  id?: string;
}) {
  const { t } = useTranslation();
  const write = useWriters();
  if (items.length === 0) return null;
  return (
    <ul className="z-undo" aria-label={t("admin.list.lately")}>
      {items.map(({ entry, at, by, kind, number, state }) => (
        <li key={entry}>
          <span className="min-w-0 flex-1">
            <span className="z-strong">{nameOf(kind)}</span>{" "}
            <span className="z-faint">
              {[numberOf(write.number(number)), write.at(at), ...(id && by ? [by] : [])].join(" · ")}
            </span>
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
            <span className="z-faint">
              {t(state === "done" ? "admin.audit.undone" : "admin.list.changedSince")}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
