import { Link } from "@remix-run/react";
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { locales } from "../../../../contract/locales.ts";
import type { OutputOf } from "../../../../contract/index.ts";
import { useWriters } from "../../kit/format.ts";
import { Chip } from "../../kit/page-head.tsx";

type Item = OutputOf<"z/text/list">["items"][number];

/** Every text page by its key, with the languages it has and the ones it lacks. */
export function TextsTable({ items, nameOf }: { items: Item[]; nameOf: (locale: string) => string }) {
  const keys = [...new Set(items.map(({ key }) => key))].sort();
  return (
    <div className="z-stack">
      {keys.map((key) => (
        <TextLanguages
          key={key}
          name={key}
          items={items.filter((item) => item.key === key)}
          nameOf={nameOf}
        />
      ))}
    </div>
  );
}

function TextLanguages({
  name,
  items,
  nameOf,
}: {
  name: string;
  items: Item[];
  nameOf: (locale: string) => string;
}) {
  const { t } = useTranslation();
  const write = useWriters();
  const title = items.find(({ locale }) => locale === "en")?.title ?? name;
  const missing = locales.filter((locale) => !items.some((item) => item.locale === locale));
  return (
    <section className="z-panel" aria-labelledby={`text-${name}`}>
      <h2 id={`text-${name}`}>
        <span dir="auto">{title}</span> <bdi className="z-faint font-normal">{name}</bdi>
      </h2>
      <ul className="z-links">
        {items.map((item) => (
          <li key={item.locale}>
            <Link to={`/z/management/texts/${name}/${item.locale}`} prefetch="intent" className="z-card-link">
              <span className="min-w-0 flex-1">
                <span className="z-strong block" lang={item.locale}>
                  {nameOf(item.locale)}
                </span>
                <span className="z-faint block truncate">
                  {t("admin.text.version", { version: item.version })} · {write.day(item.updatedAt)}
                </span>
              </span>
              {item.original ? null : <Chip tone="good">{t("admin.text.own")}</Chip>}
            </Link>
          </li>
        ))}
        {missing.map((locale) => (
          <li key={locale}>
            <Link to={`/z/management/texts/${name}/${locale}`} className="z-card-link text-ink-soft">
              <Plus aria-hidden="true" className="size-4.5" />
              <span className="min-w-0 flex-1" lang={locale}>
                {nameOf(locale)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
