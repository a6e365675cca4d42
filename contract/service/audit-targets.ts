/** Subjects of the audit log. Separate from the call, because pages do not need its schema. */
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
