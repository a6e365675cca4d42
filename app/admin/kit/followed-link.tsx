import { useNavigation } from "@remix-run/react";
import { useEffect, useLayoutEffect, useRef } from "react";

/** Milliseconds after which a link that leads to no navigation, as one that was blocked, is no longer marked. */
const graceMs = 300;

/**
 * Marks the link that was tapped (`data-followed`) until its page has come: pages of the admin area have no outline that
 * would answer the tap at once, and the line along the top starts late.
 */
export function FollowedLink() {
  const { location } = useNavigation();
  const followed = useRef<HTMLAnchorElement | null>(null);
  const loading = useRef(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = ({ target, defaultPrevented }: MouseEvent) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
      if (!link || !defaultPrevented) return;
      clearTimeout(timer);
      unmark(followed.current);
      followed.current = link;
      // At once: a slow phone renders the state of the navigation some frames later.
      mark(link);
      timer = setTimeout(() => {
        if (!loading.current) unmark(link);
      }, graceMs);
    };
    // After the handlers of the document: the router prevents the click of a link that it follows.
    window.addEventListener("click", note);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("click", note);
    };
  }, []);
  useLayoutEffect(() => {
    loading.current = location !== undefined;
    const link = followed.current;
    if (!location) {
      unmark(link);
      followed.current = null;
    }
    if (!link || link.pathname + link.search !== `${location?.pathname}${location?.search}`) return;
    mark(link);
    return () => unmark(link);
  }, [location]);
  return null;
}

function mark(link: HTMLAnchorElement): void {
  link.dataset.followed = "";
}

function unmark(link: HTMLAnchorElement | null): void {
  delete link?.dataset.followed;
}
