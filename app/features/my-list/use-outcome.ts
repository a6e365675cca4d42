import { useEffect, useRef } from "react";
import type { GrowingList } from "../../lib/use-growing-list.ts";
import type { Outcome } from "./outcome.ts";
import { createSettling, type FetcherFacts, type Settling } from "./settling.ts";

/** Follows the results of writes: an entry that is restored, or could not be removed, is shown again. */
export function useOutcome<T>(
  outcome: Outcome | null | undefined,
  { formData }: { formData?: FormData | undefined },
  pages: Pick<GrowingList<T>, "show" | "restart">,
): void {
  const { show, restart } = pages;
  const written = useRef<{ ids: string[]; before: typeof outcome }>();
  useEffect(() => {
    const last = written.current;
    written.current = formData && { ids: formData.getAll("id").map(String), before: outcome };
    // The write has ended without an outcome of its own: it was not sent.
    if (!formData && last?.before === outcome) show(last?.ids ?? []);
    // Only the beginning and the end of a write trigger it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [formData]);
  useEffect(() => {
    if (!outcome) return;
    if ("failed" in outcome || outcome.done === "restored") show(outcome.ids);
    else if (outcome.done === "cleared") restart();
    // The callbacks are new functions at every render; only the outcome triggers it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [outcome]);
}

/** @returns a function whose promise resolves once a started fetcher is idle again, after success or failure */
export function useSettled({ state, data }: FetcherFacts): () => Promise<void> {
  const settling = useRef<Settling>();
  settling.current ??= createSettling();
  useEffect(() => settling.current?.see({ state, data }), [state, data]);
  useEffect(() => () => settling.current?.leave(), []);
  return () => settling.current!.begin(data);
}
