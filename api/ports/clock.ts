/** The time, as an argument: what expires can be tested without waiting. */
export type Clock = { now: () => Date };
