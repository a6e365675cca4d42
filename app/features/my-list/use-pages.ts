import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState, type RefObject } from "react";
import type { Page } from "../../../contract/index.ts";

export type Pages<T> = {
  items: T[];
  /** The cursor of what is not loaded yet; null at the end. */
  next: string | null;
  loading: boolean;
  /** Loads the next page to the end of this one. */
  more: () => void;
  /** To be put on what stands at the end: nearing it loads more. */
  end: RefObject<HTMLAnchorElement>;
  /** Takes entries out of sight at once, before the server has answered. */
  hide: (ids: string[]) => void;
  /** Brings hidden entries back. */
  show: (ids: string[]) => void;
  /** Keeps the first page alone. */
  restart: () => void;
};

/** How far below the screen the end is when more is fetched. */
const near = "800px";

/**
 * A list that grows: the first page is the route's, the following ones are fetched from the same route. After a write
 * the route's page comes anew while the further ones stay, so that the reader's place does.
 * @param pageAt the address of the page at a cursor; its loader answers `{ list }`
 */
export function usePages<T>(
  first: Page<T>,
  { idOf, pageAt }: { idOf: (item: T) => string; pageAt: (cursor: string) => string },
): Pages<T> {
  const fetcher = useFetcher<{ list: Page<T> }>();
  const [further, setFurther] = useState<Page<T> | null>(null);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const end = useRef<HTMLAnchorElement>(null);

  const loaded = fetcher.data;
  useEffect(() => {
    if (!loaded) return;
    const fresh = loaded.list;
    setFurther((known) => ({ items: [...(known?.items ?? []), ...fresh.items], next: fresh.next }));
  }, [loaded]);

  const next = further ? further.next : first.next;
  const loading = fetcher.state !== "idle";
  const more = () => {
    if (next !== null && !loading) fetcher.load(pageAt(next));
  };
  useNear(end, more);
  return {
    items: unique([...first.items, ...(further?.items ?? [])], idOf).filter(
      (item) => !hidden.has(idOf(item)),
    ),
    next,
    loading,
    more,
    end,
    hide: (ids) => setHidden((known) => new Set([...known, ...ids])),
    show: (ids) => setHidden((known) => new Set([...known].filter((id) => !ids.includes(id)))),
    restart: () => setFurther(null),
  };
}

/** One entry an id, the first one: after a write, pages that were cut before it overlap. */
function unique<T>(items: T[], idOf: (item: T) => string): T[] {
  const seen = new Set<string>();
  return items.filter((item) => seen.size < seen.add(idOf(item)).size);
}

function useNear(end: RefObject<Element>, act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  // After every render: the end is another element, or is still in sight once a page has come.
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
