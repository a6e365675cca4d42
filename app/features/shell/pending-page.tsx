import { useLayoutEffect, useRef, type ReactNode, type RefObject } from "react";
import { usePendingPage, type PendingPage as Pending, type ShellName } from "../../lib/pending-page.ts";
import { Outline } from "./outlines.tsx";

/** Milliseconds after which what the outline covers is closed: doing it at once would delay the outline's first frame. */
const closedMs = 250;

type PendingPageProps = { within?: ShellName | null; bars?: (shell: ShellName) => ReactNode };

/**
 * The outline of the page that a tap leads to, from the tap until the page has come. It covers the present page, which
 * keeps its place and its scroll position. Assistive technology hears of it from the loading overlay.
 * @param props.within the shell whose content it replaces; without one it replaces the whole page
 * @param props.bars the bars of a shell, for an outline that brings its own
 */
export function PendingPage({ within = null, bars }: PendingPageProps) {
  const pending = usePendingPage();
  return pending?.within === within ? <Covering pending={pending} within={within} bars={bars} /> : null;
}

function Covering({ pending, within, bars }: PendingPageProps & { pending: Pending }) {
  const cover = useRef<HTMLDivElement>(null);
  useClosed(cover);
  const outline = <Outline shape={pending.shape} headless={within === "my-list"} />;
  if (within) {
    return (
      <div ref={cover} className="pending" aria-hidden="true" data-outline={pending.shape}>
        <div className="pending-view">{outline}</div>
      </div>
    );
  }
  const [shell] = pending.shells;
  const page = (
    <div className="page" aria-hidden="true">
      {outline}
    </div>
  );
  return (
    <div ref={cover} className="pending pending-whole" data-outline={pending.shape}>
      <div className="pending-view">
        {shell ? (
          <div className="frame shell">
            {bars?.(shell)}
            {page}
          </div>
        ) : (
          page
        )}
      </div>
    </div>
  );
}

/** What is below the outline is neither reached by keys nor read out. */
function useClosed(cover: RefObject<HTMLElement>): void {
  useLayoutEffect(() => {
    let closed: HTMLElement[] = [];
    const setInert = (inert: boolean) => closed.forEach((element) => (element.inert = inert));
    const timer = setTimeout(() => {
      const { parentElement } = cover.current!;
      closed = [...parentElement!.children].filter(
        (one): one is HTMLElement => one instanceof HTMLElement && !one.classList.contains("pending"),
      );
      setInert(true);
    }, closedMs);
    return () => {
      clearTimeout(timer);
      setInert(false);
    };
  }, [cover]);
}
