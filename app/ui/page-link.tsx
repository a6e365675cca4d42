import type { AnchorHTMLAttributes } from "react";

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & {
  /** Absolute: it begins with a slash. */
  to: `/${string}`;
  /** Fetch what its page needs once the user points at it, or reaches it by keys. */
  prefetch?: "intent";
};

/**
 * A link where a page has many: a plain anchor, which `FollowLinks` follows for all of them. Remix's `Link` runs eight
 * hooks for each, and is rendered again for each state of the router.
 */
export function PageLink({ to, prefetch, ...rest }: Props) {
  // Remix looks for the routes of links with this attribute, whatever its value; its own have "true".
  return <a {...rest} data-discover={prefetch ?? "tap"} href={to} />;
}
