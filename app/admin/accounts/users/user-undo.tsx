import { useTranslation } from "react-i18next";
import type { Undoable } from "../../../../contract/index.ts";
import { UndoLines } from "../../kit/undo-lines.tsx";

const words = {
  vip: "admin.bulk.vip",
  ban: "admin.bulk.ban",
  unban: "admin.bulk.unban",
  "level-none": "admin.bulk.levelNone",
} as const;

/**
 * Bulk actions of the last day on accounts.
 * @param uid those on this account, which alone is restored
 */
export function UserUndo({ items, uid }: { items: readonly Undoable[]; uid?: string }) {
  const { t } = useTranslation();
  return (
    <UndoLines
      {...(uid && { id: uid })}
      items={items}
      nameOf={({ kind }) => t(words[kind as keyof typeof words])}
      numberOf={(number) => t("admin.bulk.done", { number })}
    />
  );
}
