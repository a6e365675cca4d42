/** Number of equal parts of an episode in the analysis. */
export const parts = 40;
/** A shorter play is only an opened page, not a view. Seconds. */
export const playFromS = 3;
/** Days after which a late event is not counted: its day is closed. */
export const latestDays = 30;
