import type { ReactNode } from "react";
import { usePendingPage, type ShellName } from "../../lib/pending-page.ts";
import { Outline } from "./outlines.tsx";

/**
 * The outline of the page that a tap leads to, from the tap until the page has come. It covers the present page, which
 * keeps its place and its scroll position. Assistive technology hears of it from the loading overlay.
 * @param props.within the shell whose content it replaces; without one it replaces the whole page
 * @param props.bars the bars of a shell, for an outline that brings its own
 */
export function PendingPage({
  within = null,
  bars,
}: {
  within?: ShellName | null;
  bars?: (shell: ShellName) => ReactNode;
}) {
  const pending = usePendingPage();
  if (pending?.within !== within) return null;
  const outline = <Outline shape={pending.shape} headless={within === "my-list"} />;
  if (within) {
    return (
      <div className="pending" aria-hidden="true" data-outline={pending.shape}>
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
    <div className="pending pending-whole" data-outline={pending.shape}>
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
