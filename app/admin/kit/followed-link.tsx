import { useNavigation } from "@remix-run/react";
import { useEffect, useLayoutEffect, useRef } from "react";

/**
 * Marks the link that was tapped (`data-followed`) until its page has come: pages of the admin area have no outline that
 * would answer the tap at once, and the line along the top starts late.
 */
export function FollowedLink() {
  const { location } = useNavigation();
  const clicked = useRef<HTMLAnchorElement | null>(null);
  useEffect(() => {
    const note = ({ target }: MouseEvent) => {
      clicked.current = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
    };
    // Before the handlers that follow the link: the router answers within the same event.
    document.addEventListener("click", note, { capture: true });
    return () => document.removeEventListener("click", note, { capture: true });
  }, []);
  useLayoutEffect(() => {
    const link = clicked.current;
    if (!link || link.pathname + link.search !== `${location?.pathname}${location?.search}`) return;
    link.dataset.followed = "";
    return () => {
      delete link.dataset.followed;
    };
  }, [location]);
  return null;
}
