/**
 * A call's answer together with its text, made once for data that many callers receive. The data are frozen, since pages
 * in this process get them as they are.
 */
export class Prepared<T> {
  readonly data: T;
  /** The whole envelope, as JSON. */
  readonly text: string;

  constructor(data: T) {
    this.data = frozen(data);
    this.text = JSON.stringify({ c: 0, m: "", d: data });
  }
}

function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
