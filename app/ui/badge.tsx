import type { ReactNode } from "react";

/** Gold sign of a movie for VIP members. */
export function VipBadge({ label }: { label: string }) {
  return (
    <span className="badge badge-vip">
      <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true" fill="currentColor">
        <path d="M1 3.2 3.5 5 6 1.2 8.5 5 11 3.2 10 9.5H2z" />
      </svg>
      {label}
    </span>
  );
}

/** A short fact, such as "Soon" or an age. */
export function Badge({
  children,
  outline = false,
  label,
}: {
  children: ReactNode;
  outline?: boolean;
  label?: string;
}) {
  return (
    <span className={outline ? "badge badge-outline" : "badge badge-quiet"}>
      {label ? <span className="sr-only">{label}</span> : null}
      <span aria-hidden={label ? true : undefined}>{children}</span>
    </span>
  );
}
