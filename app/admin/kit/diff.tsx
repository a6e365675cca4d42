import { useTranslation } from "react-i18next";
import { fieldLabel, fieldValue, isNothing } from "./field-words.ts";
import { useWriters } from "./format.ts";

type Side = Record<string, unknown> | null;

/** What changed, field by field: before and after. */
export function Diff({ before, after }: { before: Side; after: Side }) {
  const { t, i18n } = useTranslation();
  const words = { t, locale: i18n.language, write: useWriters() };
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return <p className="z-faint">{t("admin.audit.noFields")}</p>;
  return (
    <dl className="z-diff">
      {names.map((name) => (
        <div key={name}>
          <dt>
            <bdi>{fieldLabel(name, words)}</bdi>
          </dt>
          <dd className="own-words">
            {before && name in before && !isNothing(before[name]) ? (
              <del>{fieldValue(name, before[name], words)}</del>
            ) : null}{" "}
            {after && name in after && !isNothing(after[name]) ? (
              <ins>{fieldValue(name, after[name], words)}</ins>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
