import { succeeded, type Envelope } from "../../../contract/envelope.ts";

/** A call failed, with this code of the contract or of the client. */
export class CallFailed extends Error {
  readonly c: number;
  constructor(c: number) {
    super(`a call failed: ${c}`);
    this.c = c;
  }
}

/**
 * The data of a success.
 * @throws CallFailed
 */
export function dataOf<D>(envelope: Envelope<D>): D {
  if (succeeded(envelope)) return envelope.d;
  throw new CallFailed(envelope.c);
}
