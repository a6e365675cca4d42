import { Form, useNavigate, useSearchParams } from "@remix-run/react";
import { ChevronDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useOfferedLevels, useTierName } from "../../ui/access-badge.tsx";
import { choices, queryWith, type Choice } from "./choice.ts";

/** Order and filters of the list. A form that changes the URL; with scripts each change applies at once. */
export function ChoiceForm({ choice }: { choice: Choice }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const nameOf = useTierName();
  const words = {
    sort: { added: t("myList.sortAdded"), title: t("myList.sortTitle"), year: t("myList.sortYear") },
    kind: { "": t("myList.kindAll"), film: t("myList.kindFilm"), series: t("myList.kindSeries") },
    access: {
      "": t("myList.accessAll"),
      free: t("myList.accessFree"),
      "signed-in": t("search.account"),
      ...Object.fromEntries(useOfferedLevels(choice.access).map((level) => [level, nameOf(level)])),
    },
  };
  const labels = { sort: t("myList.sort"), kind: t("myList.kind"), access: t("myList.access") };
  const change = (name: keyof Choice, value: string) => {
    const query = queryWith(search, { [name]: value === choices[name][0] ? null : value });
    navigate(query, { replace: true, preventScrollReset: true });
  };
  return (
    <Form method="get" action="/my-list" className="pills">
      {(["sort", "kind", "access"] as const).map((name) => (
        <span key={name} className="relative shrink-0">
          <select
            // The URL is the state: going back restores the box too.
            key={choice[name] ?? ""}
            name={name}
            aria-label={labels[name]}
            defaultValue={choice[name] ?? choices[name][0]}
            data-chosen={choice[name] !== undefined}
            className="pill"
            onChange={(event) => change(name, event.currentTarget.value)}
          >
            {Object.entries(words[name]).map(([value, word]) => (
              <option key={value} value={value}>
                {word}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden="true" className="pointer-events-none absolute end-3 top-3.5 size-4" />
        </span>
      ))}
      <noscript>
        <button type="submit" className="button button-quiet px-4 text-sm">
          {t("myList.apply")}
        </button>
      </noscript>
    </Form>
  );
}
