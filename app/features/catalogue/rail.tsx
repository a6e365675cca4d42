import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PageLink } from "../../ui/page-link.tsx";

/**
 * A titled row that scrolls sideways. With a mouse and enough room, arrows appear once scripts run.
 * @param props.to URL of the row's full list: its title becomes a link
 */
export function Rail({
  title,
  to,
  html = null,
  children,
}: {
  title: string;
  to?: `/${string}`;
  /** Markup of the children, where the server has it already. */
  html?: string | null;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const ends = useEnds(list);
  return (
    <section aria-labelledby={id} className="rail-section">
      <div className="rail-head">
        <h2 id={id} className="rail-title">
          {to ? (
            <PageLink to={to} prefetch="intent" className="rail-link">
              {title}
              <ChevronRight aria-hidden="true" className="flip size-4.5 text-ink-faint" strokeWidth={2.4} />
            </PageLink>
          ) : (
            title
          )}
        </h2>
        {ends ? (
          <div className="rail-arrows">
            <button
              type="button"
              className="rail-arrow"
              disabled={ends.start}
              aria-label={t("home.backward", { row: title })}
              onClick={() => scrollBy(list.current, -1)}
            >
              <ChevronLeft aria-hidden="true" className="flip size-5" />
            </button>
            <button
              type="button"
              className="rail-arrow"
              disabled={ends.end}
              aria-label={t("home.forward", { row: title })}
              onClick={() => scrollBy(list.current, 1)}
            >
              <ChevronRight aria-hidden="true" className="flip size-5" />
            </button>
          </div>
        ) : null}
      </div>
      {/* Focusable, so that the arrow keys scroll it. */}
      <ul
        ref={list}
        className="rail"
        tabIndex={0}
        aria-labelledby={id}
        {...(html === null ? { children } : { dangerouslySetInnerHTML: { __html: html } })}
      />
    </section>
  );
}

function scrollBy(list: HTMLElement | null, screens: 1 | -1): void {
  if (!list) return;
  const towardsEnd = getComputedStyle(list).direction === "rtl" ? -1 : 1;
  list.scrollBy({ left: screens * towardsEnd * list.clientWidth * 0.85, behavior: "smooth" });
}

/** The ends a row is scrolled to; null until scripts run, and if everything fits. */
function useEnds(list: { current: HTMLElement | null }): { start: boolean; end: boolean } | null {
  const [ends, setEnds] = useState<{ start: boolean; end: boolean } | null>(null);
  useEffect(() => {
    const element = list.current;
    if (!element || !matchMedia("(hover: hover)").matches) return;
    const measure = () => {
      const room = element.scrollWidth - element.clientWidth;
      const at = Math.abs(element.scrollLeft);
      const next = room < 4 ? null : { start: at < 4, end: at > room - 4 };
      setEnds((now) => (now?.start === next?.start && now?.end === next?.end ? now : next));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, [list]);
  return ends;
}
