/** Facts of a span. Never a token, a parameter of a statement, or a query string. */
export type SpanFacts = Record<string, string | number>;

/**
 * Measures work as a span, within the span of the work that called it. Where no traces are sent there is no tracer, and
 * nothing is measured.
 */
export type Tracer = <T>(
  span: { kind: "request" | "call" | "sql" | "job"; name: string; facts?: SpanFacts },
  work: (add: (facts: SpanFacts) => void) => Promise<T>,
) => Promise<T>;
