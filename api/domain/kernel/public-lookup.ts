import type { lookup, LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";

/** The code of the error for a name with no public address. */
export const notPublic = "ENOTPUBLIC";

/**
 * Looks a name up for a connection, to public addresses alone: what it resolves to now is what is connected to, so a name
 * that changes its address after a check gains nothing.
 */
export const publicLookup =
  (resolve: typeof lookup): LookupFunction =>
  (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const left = error ? [] : found.filter(({ address }) => isPublicAddress(address));
      if (error) done(error, []);
      else if (left.length === 0)
        done(Object.assign(new Error("not a public address"), { code: notPublic }), []);
      else if (options.all) done(null, left);
      else done(null, left[0]!.address, left[0]!.family);
    });

/** The host of a URL as an address: a URL writes one of version 6 in brackets. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}
