import { Link } from "@remix-run/react";
import type { AnchorHTMLAttributes } from "react";

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & {
  /** Absolute: it begins with a slash. */
  to: `/${string}`;
  prefetch?: "intent";
};

/**
 * A link where a page has many. The server writes the anchor that Remix's `Link` would, without the eight hooks that
 * each of those runs.
 */
export function PageLink({ to, prefetch, ...rest }: Props) {
  if (!import.meta.env.SSR) return <Link to={to} prefetch={prefetch} {...rest} />;
  return <a {...rest} data-discover="true" href={to} />;
}
