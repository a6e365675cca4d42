import type { ParseKeys } from "i18next";
import { useTranslation } from "react-i18next";
import { listFormat } from "../../lib/formats.ts";

/** Texts of the lists' filters, by their names in an address. */
const labels: Partial<Record<string, ParseKeys>> = {
  access: "admin.movie.access",
  action: "admin.audit.action",
  actor: "admin.audit.actor",
  category: "admin.feedback.category",
  compare: "admin.analysis.against.label",
  cursor: "admin.list.page",
  direction: "search.sort",
  dispute: "admin.order.dispute",
  film: "admin.movie.video",
  from: "admin.list.from",
  genre: "search.genre",
  kind: "search.kind",
  method: "admin.order.method",
  missing: "admin.movie.missing",
  movie: "admin.target.movie",
  plan: "admin.order.plan",
  q: "admin.list.search",
  role: "admin.user.role",
  sort: "search.sort",
  state: "admin.movie.state",
  status: "admin.user.status",
  tag: "admin.movie.tag",
  target: "admin.audit.target",
  to: "admin.list.to",
  uid: "admin.user.id",
  vip: "movie.vip",
  yearFrom: "admin.movie.yearFrom",
  yearTo: "admin.movie.yearTo",
};

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
  own?: typeof labels;
}) {
  const { t, i18n } = useTranslation();
  if (names.length === 0) return null;
  const shown = names.map((name): string => {
    const key = own[name] ?? labels[name];
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
