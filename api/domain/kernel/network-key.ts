import { createHmac } from "node:crypto";

/** A network's name in the database: always the same for one network, and no address. */
export function networkKey(network: string, secret: string): string {
  return createHmac("sha256", secret).update(`network-1.${network}`).digest("base64url").slice(0, 22);
}
