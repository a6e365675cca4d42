import { NavLink } from "@remix-run/react";

/** Parts of one page as links beside each other; the one the reader is in is marked. */
export function Segments({
  label,
  items,
}: {
  label: string;
  items: readonly { to: string; label: string }[];
}) {
  return (
    <nav
      aria-label={label}
      className="grid auto-cols-fr grid-flow-col rounded-full bg-mist p-1 text-sm font-semibold"
    >
      {items.map((item) => (
        <NavLink
          key={item.to}
          to={item.to}
          end
          prefetch="intent"
          className="grid min-h-11 place-items-center rounded-full px-4 text-center text-ink-soft transition-colors aria-[current=page]:bg-card aria-[current=page]:text-ink aria-[current=page]:shadow-card"
        >
          {item.label}
        </NavLink>
      ))}
    </nav>
  );
}
