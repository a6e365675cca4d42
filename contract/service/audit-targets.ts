/** What an entry of the audit log can be about. Apart from the call, whose schema no page needs. */
export const auditTargets = [
  "user",
  "movie",
  "genre",
  "row",
  "text",
  "feedback",
  "setting",
  "magnet",
  "job",
  "plan",
  "code",
  "order",
] as const;
