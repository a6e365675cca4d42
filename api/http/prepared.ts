/** A call's answer together with its text, made once for data that many callers receive. */
export class Prepared<T> {
  readonly data: T;
  /** The whole envelope, as JSON. */
  readonly text: string;

  constructor(data: T) {
    this.data = data;
    this.text = successText(data);
  }
}

/** The envelope of a success, as JSON. */
export function successText(data: unknown): string {
  return `{"c":0,"m":"","d":${JSON.stringify(data)}}`;
}
