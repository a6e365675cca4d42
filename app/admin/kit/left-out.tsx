import { useTranslation } from "react-i18next";
import { listFormat } from "../../lib/formats.ts";

/**
 * Says which parts of the address a list left out; nothing if there were none.
 * @param why reasons in sentences, where there is more to say
 */
export function LeftOut({ names, why = [] }: { names: string[]; why?: string[] }) {
  const { t, i18n } = useTranslation();
  if (names.length === 0) return null;
  return (
    <p role="status" className="z-problem mb-3">
      {t("admin.list.refused", { names: listFormat(i18n.language).format(names) })}
      {[...new Set(why)].map((reason) => (
        <span key={reason} className="block">
          {reason}
        </span>
      ))}
    </p>
  );
}
