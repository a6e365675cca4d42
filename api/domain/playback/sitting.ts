/** An episode is looked at in so many parts of one length. */
export const parts = 40;
/** A film that ran shorter was opened, not watched. Seconds. */
export const playFromS = 3;
/** An event that comes later than this is not counted: its day is closed. */
export const latestDays = 30;
