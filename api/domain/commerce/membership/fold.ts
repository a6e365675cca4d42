/** The fields of a ledger line that the fold reads. */
export type FoldedEvent = {
  kind: "grant" | "extend" | "shorten" | "revoke" | "grace" | "pause" | "resume";
  at: Date;
  seconds: number | null;
  until: Date | null;
};

/** State of a membership after some lines. */
export type Standing = {
  /** End of the bought, given or remaining time; null = there never was any. */
  until: Date | null;
  /** End of the grace: VIP without remaining time, while a renewal is late. */
  grace: Date | null;
  /** Milliseconds that remain while the membership is paused; null = not paused. */
  pausedMs: number | null;
};

export const nothing: Standing = { until: null, grace: null, pausedMs: null };

/** VIP end; null = never was VIP. */
export function vipUntilOf({ until, grace }: Standing): Date | null {
  return grace && (!until || grace > until) ? grace : until;
}

/** Milliseconds of bought or given time that remain at a time, also while the membership is paused. */
export function leftMs({ until, pausedMs }: Standing, at: Date): number {
  return pausedMs ?? Math.max(0, (until?.getTime() ?? 0) - at.getTime());
}

/**
 * Start of an extension: the end of the remaining time, or else the time of the event. During a grace it is the end of
 * the paid time, because the grace was an advance on this payment.
 */
export function extendedFrom({ until, grace, pausedMs }: Standing, at: Date): Date {
  if (pausedMs !== null) return new Date(at.getTime() + pausedMs);
  if (until && (until > at || (grace && grace > at))) return until;
  return at;
}

/**
 * A membership after one more line:
 * `extend` adds to the remaining time, or starts at the event if none remains.
 * `shorten` takes time off, at most down to the time of the event.
 * `grant` lasts at least to its `until`. `revoke` ends the remaining time.
 * `grace` keeps VIP to its `until` if no time remains.
 * `pause` keeps the remaining time, and `resume` continues it. During a pause, all of them change the kept time.
 */
export function foldEvent(standing: Standing, event: FoldedEvent): Standing {
  const { until, grace, pausedMs } = standing;
  const at = event.at.getTime();
  const spanMs = (event.seconds ?? 0) * 1000;
  if (pausedMs !== null) return { ...standing, ...foldPaused(pausedMs, event) };
  switch (event.kind) {
    case "extend":
      return { ...standing, until: new Date(extendedFrom(standing, event.at).getTime() + spanMs) };
    case "shorten":
      return until && until > event.at
        ? { ...standing, until: new Date(Math.max(at, until.getTime() - spanMs)) }
        : standing;
    case "grant":
      return { ...standing, until: later(until, event.until) };
    case "revoke":
      return { until: until && until > event.at ? event.at : until, grace: null, pausedMs: null };
    case "grace":
      return { ...standing, grace: later(grace, event.until) };
    case "pause":
      return until && until > event.at
        ? { until: event.at, grace: null, pausedMs: until.getTime() - at }
        : standing;
    case "resume":
      return standing;
  }
}

function foldPaused(pausedMs: number, event: FoldedEvent): Partial<Standing> {
  const at = event.at.getTime();
  const spanMs = (event.seconds ?? 0) * 1000;
  switch (event.kind) {
    case "extend":
      return { pausedMs: pausedMs + spanMs };
    case "shorten":
      return { pausedMs: Math.max(0, pausedMs - spanMs) };
    case "grant":
      return { pausedMs: Math.max(pausedMs, (event.until?.getTime() ?? at) - at) };
    case "revoke":
      return { pausedMs: null };
    case "resume":
      return { pausedMs: null, until: new Date(at + pausedMs) };
    case "grace":
    case "pause":
      return {};
  }
}

function later(one: Date | null, other: Date | null): Date | null {
  return other && (!one || other > one) ? other : one;
}

/** State of a membership after all lines, in ledger order. */
export function foldMembership(events: readonly FoldedEvent[]): Standing {
  return events.reduce<Standing>(foldEvent, nothing);
}
