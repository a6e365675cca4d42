import { mostTiers } from "../../../../contract/fields.ts";

/** The fields of a ledger line that the fold reads. */
export type FoldedEvent = {
  /** Of the time that it gives or takes. Lines that end, pause or resume a membership do so in all tiers. */
  tier: number;
  kind: "grant" | "extend" | "shorten" | "revoke" | "grace" | "pause" | "resume";
  at: Date;
  seconds: number | null;
  until: Date | null;
};

/** State of a membership in one tier after some lines. */
export type Standing = {
  /** End of the bought, given or remaining time; null = there never was any. */
  until: Date | null;
  /** End of the grace: VIP without remaining time, while a renewal is late. */
  grace: Date | null;
  /** Milliseconds that remain while the membership is paused; null = not paused. */
  pausedMs: number | null;
};

export const nothing: Standing = { until: null, grace: null, pausedMs: null };

/**
 * State of a membership in each tier, the first tier's first. Time of a tier is time of all tiers below it, so none
 * ends before the next one: time of a higher tier is used first, and what is left of a lower one goes on behind it.
 */
export type Standings = readonly Standing[];

const noStandings: Standings = Array.from({ length: mostTiers }, () => nothing);

/** VIP end in a tier; null = never was VIP. */
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
 * A membership in one tier after one more line:
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
export function foldMembership(events: readonly FoldedEvent[]): Standings {
  return events.reduce<Standings>(foldTiers, noStandings);
}

/** A membership in all tiers after one more line. */
export function foldTiers(standings: Standings, event: FoldedEvent): Standings {
  const isOfAll = event.kind === "revoke" || event.kind === "pause" || event.kind === "resume";
  const folded = standings.map((one, index) => (isOfAll || index < event.tier ? foldEvent(one, event) : one));
  const [first = nothing, ...higher] = folded;
  const tiers = [first, ...higher.map((one, index) => withFirst(one, { first, was: standings[index + 1]! }))];
  return tiers.reduceRight<Standing[]>(
    (above, one) => [above[0] ? atLeast(one, above[0]) : one, ...above],
    [],
  );
}

/** A membership is paused in all tiers, also in those of which nothing is left; such a one stays as it was after it. */
function withFirst(folded: Standing, { first, was }: { first: Standing; was: Standing }): Standing {
  if (first.pausedMs !== null) return { ...folded, grace: null, pausedMs: folded.pausedMs ?? 0 };
  return was.pausedMs === 0 && folded.pausedMs === null ? { ...was, pausedMs: null } : folded;
}

/** A tier lasts as long as the one above it. */
function atLeast(standing: Standing, above: Standing): Standing {
  const { until, grace, pausedMs } = standing;
  return {
    until: later(until, above.until),
    grace: later(grace, above.grace),
    pausedMs: pausedMs === null ? null : Math.max(pausedMs, above.pausedMs ?? 0),
  };
}

/** VIP end of each tier; null = never was VIP of that tier. */
export function vipEndsOf(standings: Standings): (Date | null)[] {
  return standings.map(vipUntilOf);
}
