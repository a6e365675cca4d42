/** The time, passed as an argument so that tests of expiry need not wait. */
export type Clock = { now: () => Date };
