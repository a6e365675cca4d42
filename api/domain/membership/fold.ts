/** What the fold reads of a line of the ledger. */
export type FoldedEvent = {
  kind: "grant" | "extend" | "shorten" | "revoke";
  at: Date;
  seconds: number | null;
  until: Date | null;
};

/**
 * VIP until, after one more line: `extend` adds to what is left, or to the time of the event where nothing is; `shorten`
 * takes off, to the time of the event at most; `grant` reaches at least its `until`; `revoke` ends what is left.
 * @param vipUntil before; null = never
 */
export function foldEvent(vipUntil: Date | null, event: FoldedEvent): Date | null {
  const at = event.at.getTime();
  const left = Math.max(vipUntil?.getTime() ?? at, at);
  const running = left > at;
  switch (event.kind) {
    case "extend":
      return new Date(left + (event.seconds ?? 0) * 1000);
    case "shorten":
      return running ? new Date(Math.max(at, left - (event.seconds ?? 0) * 1000)) : vipUntil;
    case "grant":
      return event.until && event.until.getTime() > (vipUntil?.getTime() ?? 0) ? event.until : vipUntil;
    case "revoke":
      return running ? event.at : vipUntil;
  }
}

/** VIP until, of all lines in the order they count in. */
export function foldMembership(events: readonly FoldedEvent[]): Date | null {
  return events.reduce<Date | null>(foldEvent, null);
}
