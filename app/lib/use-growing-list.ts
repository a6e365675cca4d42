import { useEffect, useMemo, useRef, useState, type RefObject } from "react";
import type { Page } from "../../contract/index.ts";

export type GrowingList<T> = {
  items: T[];
  /** The cursor of the next page to load; null at the end. */
  next: string | null;
  loading: boolean;
  /** Appends the next page to the list; null while nothing can be fetched. */
  more: (() => void) | null;
  /** Ref for the element at the end: coming near it loads more. */
  end: RefObject<HTMLAnchorElement>;
  /** Hides entries at once, before the server has answered. */
  hide: (ids: string[]) => void;
  /** Brings hidden entries back. */
  show: (ids: string[]) => void;
  /** Keeps only the first page. */
  restart: () => void;
};

/** Fetches the page at a cursor; answers null on failure. */
export type FetchPage<P> = (cursor: string) => Promise<P | null>;

export type GrowingListOptions<T> = {
  /** Identifies the list: another address is another list. */
  address: string;
  idOf: (item: T) => string;
  /** See FetchPage; null until there is a session to fetch with. */
  fetchPage: FetchPage<Page<T>> | null;
  /** Returning to the address restores the loaded pages: for lists that do not change meanwhile. */
  remembered?: boolean;
};

type Further<T> = { address: string; page: Page<T> | null; failed: boolean };

/** Distance between the screen and the end at which more is loaded. */
const near = "800px";
/** Loaded lists by address: returning from a movie restores the scroll position. */
const read = new Map<string, Page<unknown>>();
const mostRead = 10;

/**
 * A list that grows while it is read: the first page is the route's, the following ones are fetched. After a write the
 * route's page reloads while the further ones stay, and so does the scroll position.
 */
export function useGrowingList<T>(
  first: Page<T>,
  { address, idOf, fetchPage, remembered = false }: GrowingListOptions<T>,
): GrowingList<T> {
  const start = (): Further<T> => {
    const known = remembered ? (read.get(address) as Page<T> | undefined) : undefined;
    return { address, page: known ?? null, failed: false };
  };
  const [stored, setFurther] = useState(start);
  const further = stored.address === address ? stored : start();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [loading, setLoading] = useState(false);
  const end = useRef<HTMLAnchorElement>(null);
  const next = further.page ? further.page.next : first.next;

  const more =
    fetchPage &&
    (() => {
      if (next === null || loading) return;
      setLoading(true);
      void fetchPage(next).then((page) => {
        setLoading(false);
        if (!page) return setFurther({ ...further, failed: true });
        const grown = { items: [...(further.page?.items ?? []), ...page.items], next: page.next };
        if (remembered) remember(address, grown);
        setFurther({ address, page: grown, failed: false });
      });
    });
  // After a failure the user decides when to retry.
  useNear(end, () => further.failed || more?.());
  const grown = further.page?.items;
  const items = useMemo(
    () => unique([...first.items, ...(grown ?? [])], idOf).filter((item) => !hidden.has(idOf(item))),
    // A list's items have one id each: `idOf` is written in place, and says the same each time.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [first.items, grown, hidden],
  );
  return {
    items,
    next,
    loading,
    more,
    end,
    hide: (ids) => setHidden((known) => new Set([...known, ...ids])),
    show: (ids) => setHidden((known) => new Set([...known].filter((id) => !ids.includes(id)))),
    restart: () => setFurther({ address, page: null, failed: false }),
  };
}

/** One entry per id, the first one: pages loaded before and after a write overlap. */
function unique<T>(items: T[], idOf: (item: T) => string): T[] {
  const seen = new Set<string>();
  return items.filter((item) => seen.size < seen.add(idOf(item)).size);
}

function remember(address: string, list: Page<unknown>): void {
  read.delete(address);
  read.set(address, list);
  if (read.size > mostRead) read.delete(read.keys().next().value!);
}

function useNear(end: RefObject<Element>, act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  // After every render: the end is another element, or is still visible after a page has loaded.
  useEffect(() => {
    const element = end.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && latest.current(),
      { rootMargin: near },
    );
    observer.observe(element);
    return () => observer.disconnect();
  });
}
