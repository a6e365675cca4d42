import { Link, useLocation, type Location } from "@remix-run/react";
import { useNavigationTarget } from "../lib/navigation-target.ts";

/** Parts of one page as links in a row; the current one is marked, at once when it is tapped. */
export function Segments({
  label,
  items,
}: {
  label: string;
  items: readonly { to: string; label: string }[];
}) {
  const here = useLocation();
  const target = useNavigationTarget();
  const partAt = ({ pathname, search }: Location) =>
    [...items].sort((a, b) => b.to.length - a.to.length).find(({ to }) => isAt(to, pathname, search));
  const current = (target && partAt(target)) ?? partAt(here);
  return (
    <nav
      aria-label={label}
      className="grid auto-cols-[minmax(max-content,1fr)] grid-flow-col rounded-full bg-mist p-1 text-sm font-semibold"
    >
      {items.map((item) => (
        <Link
          key={item.to}
          to={item.to}
          aria-current={item === current ? "page" : undefined}
          prefetch="intent"
          className="grid min-h-11 place-items-center rounded-full px-2.5 text-center text-ink-soft transition-colors aria-[current=page]:bg-card aria-[current=page]:text-ink aria-[current=page]:shadow-card"
        >
          {item.label}
        </Link>
      ))}
    </nav>
  );
}

/** A part may differ by its query alone; the rest of the address, such as a filter, does not matter. */
function isAt(to: string, pathname: string, search: string): boolean {
  const [path, query] = to.split("?");
  const now = new URLSearchParams(search);
  return (
    path === pathname && [...new URLSearchParams(query)].every(([name, value]) => now.get(name) === value)
  );
}
