import { useEffect, useRef, useState, type RefObject } from "react";
import type { MovieCard, Page } from "../../../contract/index.ts";

export type Further = {
  items: MovieCard[];
  /** The cursor of what is not loaded yet; null at the end. */
  next: string | null;
  loading: boolean;
  more: () => void;
  /** To be put on what stands at the end: nearing it loads more. */
  end: RefObject<HTMLAnchorElement>;
};

/** Fetches the page at a cursor; null where it did not come. */
export type FetchPage = (cursor: string) => Promise<Page<MovieCard> | null>;

/** How far below the screen the end is when more is fetched. */
const near = "700px";
/** Lists as far as they were read, by address: coming back from a film finds the place again. */
const read = new Map<string, Page<MovieCard>>();
const mostRead = 10;

/**
 * A list that grows as it is read.
 * @param address of the search; another one is another list
 */
export function useFurther(address: string, first: Page<MovieCard>, fetchPage: FetchPage): Further {
  const [lists, setLists] = useState<{ address: string; further: Page<MovieCard> | null; failed: boolean }>(
    () => ({
      address,
      further: read.get(address) ?? null,
      failed: false,
    }),
  );
  const own =
    lists.address === address ? lists : { address, further: read.get(address) ?? null, failed: false };
  const [loading, setLoading] = useState(false);
  const end = useRef<HTMLAnchorElement>(null);
  const { further, failed } = own;
  const next = further ? further.next : first.next;

  const more = () => {
    if (next === null || loading) return;
    setLoading(true);
    void fetchPage(next).then((page) => {
      setLoading(false);
      if (!page) return setLists({ ...own, failed: true });
      const grown = { items: [...(further?.items ?? []), ...page.items], next: page.next };
      remember(address, grown);
      setLists({ address, further: grown, failed: false });
    });
  };
  const latest = useRef(more);
  latest.current = more;
  useEffect(() => {
    const element = end.current;
    // After a failure the person decides when to try again.
    if (!element || failed) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && latest.current(),
      {
        rootMargin: near,
      },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [address, next, failed]);
  return { items: [...first.items, ...(further?.items ?? [])], next, loading, more, end };
}

function remember(address: string, list: Page<MovieCard>): void {
  read.delete(address);
  read.set(address, list);
  if (read.size > mostRead) read.delete(read.keys().next().value!);
}
