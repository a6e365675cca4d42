/** What the fold reads of a line of the ledger. */
export type FoldedEvent = {
  kind: "grant" | "extend" | "shorten" | "revoke" | "grace" | "pause" | "resume";
  at: Date;
  seconds: number | null;
  until: Date | null;
};

/** Where a membership stands after some lines. */
export type Standing = {
  /** What was bought, given or left lasts until then; null = there never was anything. */
  until: Date | null;
  /** VIP although nothing is left, while a renewal is late. */
  grace: Date | null;
  /** Milliseconds that wait while the membership is paused; null = it is not. */
  pausedMs: number | null;
};

export const nothing: Standing = { until: null, grace: null, pausedMs: null };

/** VIP until; null = never was. */
export function vipUntilOf({ until, grace }: Standing): Date | null {
  return grace && (!until || grace > until) ? grace : until;
}

/** Milliseconds of what was bought or given that are left at a time; while it is paused, what waits. */
export function leftMs({ until, pausedMs }: Standing, at: Date): number {
  return pausedMs ?? Math.max(0, (until?.getTime() ?? 0) - at.getTime());
}

/**
 * What an extension adds to: what is left, else the time of the event. While a grace runs it is the end of what was paid,
 * since the grace was an advance on what is paid now.
 */
export function extendedFrom({ until, grace, pausedMs }: Standing, at: Date): Date {
  if (pausedMs !== null) return new Date(at.getTime() + pausedMs);
  if (until && (until > at || (grace && grace > at))) return until;
  return at;
}

/**
 * A membership after one more line: `extend` adds to what is left, or to the time of the event where nothing is;
 * `shorten` takes off, to the time of the event at most; `grant` reaches at least its `until`; `revoke` ends what is
 * left; `grace` goes on until its `until` where nothing is left; `pause` keeps what is left, and `resume` goes on with
 * it. While it is paused, all of them change what waits.
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

/** Where a membership stands after all lines, in the order they count in. */
export function foldMembership(events: readonly FoldedEvent[]): Standing {
  return events.reduce<Standing>(foldEvent, nothing);
}
