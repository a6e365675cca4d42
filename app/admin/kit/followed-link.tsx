import { useEffect, useLayoutEffect, useRef } from "react";
import { useNavigationTarget } from "../../lib/navigation-target.ts";

/**
 * Marks the link that was tapped (`data-followed`) until its page has come: pages of the admin area have no outline that
 * would answer the tap at once, and the line along the top starts late.
 */
export function FollowedLink() {
  const target = useNavigationTarget();
  const clicked = useRef<HTMLAnchorElement | null>(null);
  useEffect(() => {
    const note = (event: MouseEvent) => {
      clicked.current = event.target instanceof Element ? event.target.closest("a") : null;
    };
    // Before the handlers that follow the link: the router tells of its target within the same event.
    document.addEventListener("click", note, { capture: true });
    return () => document.removeEventListener("click", note, { capture: true });
  }, []);
  useLayoutEffect(() => {
    const link = clicked.current;
    if (!target || link?.pathname !== target.pathname || link.search !== target.search) return;
    link.dataset.followed = "";
    return () => {
      delete link.dataset.followed;
    };
  }, [target]);
  return null;
}
