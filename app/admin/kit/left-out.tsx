import { useTranslation } from "react-i18next";
import { listFormat } from "../../lib/formats.ts";
import { filterNames } from "./filter-names.ts";

/**
 * Says which parts of the address a list left out; nothing if there were none.
 * @param names parameters of the address, or texts: what is no filter is shown as it is
 * @param why reasons in sentences, where there is more to say
 * @param own texts of filters that this list calls otherwise
 */
export function LeftOut({
  names,
  why = [],
  own = {},
}: {
  names: string[];
  why?: string[];
  own?: typeof filterNames;
}) {
  const { t, i18n } = useTranslation();
  if (names.length === 0) return null;
  const shown = names.map((name): string => {
    const key = own[name] ?? filterNames[name];
    return key ? t(key) : name;
  });
  return (
    <p role="status" className="z-problem mb-3">
      {t("admin.list.refused", { names: listFormat(i18n.language).format([...new Set(shown)]) })}
      {[...new Set(why)].map((reason) => (
        <span key={reason} className="block">
          {reason}
        </span>
      ))}
    </p>
  );
}
