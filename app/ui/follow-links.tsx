import { PrefetchPageLinks, useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";

/** How long a link is pointed at before its page is fetched, as Remix's `Link` has it. */
const intentMs = 100;

const links = "a[data-discover]:not([data-discover='true'])";
const intents = "a[data-discover='intent']";

/**
 * Follows the links of `PageLink` for the whole document, as the router's own links are followed, and prefetches the page
 * of the one that a mouse points at or the keys have reached. Not at a touch, which is nearly always a tap: the page is
 * then fetched already.
 */
export function FollowLinks() {
  const navigate = useNavigate();
  const { key } = useLocation();
  const [intended, setIntended] = useState<string | null>(null);
  // Once another page stands, the one that was pointed at has been opened or is no longer in sight.
  useEffect(() => setIntended(null), [key]);
  useEffect(() => {
    const leave = new AbortController();
    let aim: HTMLAnchorElement | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = (link: HTMLAnchorElement | null) => {
      if (link === aim) return;
      aim = link;
      clearTimeout(timer);
      setIntended(null);
      if (link) timer = setTimeout(() => setIntended(link.pathname + link.search), intentMs);
    };
    const point = ({ target, pointerType }: PointerEvent) => {
      if (pointerType === "mouse") take(closest(target, intents));
    };
    const reach = ({ target }: FocusEvent) => {
      if ((target as Element).matches(":focus-visible")) take(closest(target, intents));
    };
    const follow = (event: MouseEvent) => {
      const link = closest(event.target, links);
      if (!link || event.defaultPrevented || !isPlain(event) || (link.target && link.target !== "_self"))
        return;
      event.preventDefault();
      clearTimeout(timer);
      const { pathname, search, hash } = window.location;
      const to = link.pathname + link.search + link.hash;
      navigate(to, { replace: to === pathname + search + hash });
    };
    const { signal } = leave;
    // On the document, where React has its own listeners before: a handler of the link may prevent its click.
    document.addEventListener("click", follow, { signal });
    document.addEventListener("pointerover", point, { passive: true, signal });
    document.addEventListener("focusin", reach, { passive: true, signal });
    return () => {
      leave.abort();
      clearTimeout(timer);
    };
  }, [navigate]);
  return intended === null ? null : <PrefetchPageLinks page={intended} />;
}

const closest = (target: EventTarget | null, selector: string) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>(selector) : null;

/** Whether a click opens the link here, and not in another tab or window. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
