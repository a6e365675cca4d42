/** Kinds of failure that a player counts. */
export const faultKinds = ["network", "decode", "expired", "missing", "gone", "blocked"] as const;

/** Players of one account that play VIP episodes at a time. */
export const mostStreams = 20;

/** Seconds after which a player that plays renews its stream, and after which one that does not has none. */
export const streamRenewS = 20;
export const streamLifeS = 60;
