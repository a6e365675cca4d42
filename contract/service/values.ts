/** Subjects of the audit log. */
export const auditTargets = [
  "user",
  "movie",
  "genre",
  "collection",
  "row",
  "text",
  "feedback",
  "setting",
  "magnet",
  "job",
  "plan",
  "code",
  "coupon",
  "order",
  "key",
  "webhook",
] as const;

export const feedbackCategories = ["playback", "title", "account", "payment", "idea", "other"] as const;
/** `closed`: finished without an answer. */
export const feedbackStates = ["open", "answered", "closed"] as const;
/** Letters of a message to the operator, and of the answer. */
export const shortestFeedback = 5;
export const longestFeedback = 4000;
/** Letters of the reason that an admin gives. */
export const longestReason = 500;
/** Letters of a search in a list of the admin area. */
export const longestQuery = 200;
/** Letters of a text page. */
export const longestTextTitle = 200;
export const longestText = 40_000;
