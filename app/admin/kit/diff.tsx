import { useTranslation } from "react-i18next";
import { useWriters } from "./format.ts";

type Side = Record<string, unknown> | null;

/** What changed, field by field: before and after. */
export function Diff({ before, after }: { before: Side; after: Side }) {
  const { t } = useTranslation();
  const { at } = useWriters();
  const write = (value: unknown): string => {
    if (typeof value === "string") return iso.test(value) ? at(value) : value;
    if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
    const fields = Object.entries(value).filter(([, field]) => !isNothing(field));
    return fields.map(([name, field]) => `${name}: ${write(field)}`).join("; ");
  };
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return <p className="z-faint">{t("admin.audit.noFields")}</p>;
  return (
    <dl className="z-diff">
      {names.map((name) => (
        <div key={name}>
          <dt dir="ltr">{name}</dt>
          <dd className="own-words">
            {before && name in before && !isNothing(before[name]) ? <del>{write(before[name])}</del> : null}{" "}
            {after && name in after && !isNothing(after[name]) ? <ins>{write(after[name])}</ins> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
