import { and, eq, isNull, sum } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { feedback, uploads } from "../../../db/schema.ts";
import { Failure } from "../../kernel/failure.ts";

const megabyte = 1024 * 1024;
/**
 * Bytes of pictures that were sent but are not shown anywhere yet, including those on their way. One network has many
 * users, but each uses a picture within minutes of sending it. The total is what the disk must hold.
 */
export const mostUnclaimed = { ofNetwork: 200 * megabyte, inAll: 4096 * megabyte };
/** When to try again: unused pictures are removed hourly. Seconds. */
const againS = 3_600;

export type UnclaimedQuota = {
  /**
   * Reserves space for a picture that is about to arrive.
   * @param network as kernel/network-key.ts names it
   * @returns releases the space, once the picture is stored or refused
   * @throws Failure too_many_requests for the network · storage_full for the service
   */
  reserve: (wanted: { network: string; bytes: number }) => Promise<() => void>;
};

/** Keeps strangers' pictures from filling the disk: hundreds of guests created by one attacker share one network. */
export function createUnclaimedQuota(db: Db, most = mostUnclaimed): UnclaimedQuota {
  const coming = new Map<string, number>();
  let comingInAll = 0;
  const add = (network: string, bytes: number) => {
    const sent = (coming.get(network) ?? 0) + bytes;
    if (sent > 0) coming.set(network, sent);
    else coming.delete(network);
    comingInAll += bytes;
  };
  const stored = async (network?: string): Promise<number> => {
    const own = network === undefined ? undefined : eq(uploads.network, network);
    const [row] = await db
      .select({ bytes: sum(uploads.bytes).mapWith(Number) })
      .from(uploads)
      .leftJoin(feedback, eq(feedback.screenshot, uploads.key))
      .where(and(eq(uploads.purpose, "picture"), isNull(feedback.receipt), own));
    return row?.bytes ?? 0;
  };
  return {
    async reserve({ network, bytes }) {
      // Before the first await, so that concurrent calls see each other.
      add(network, bytes);
      const giveBack = () => add(network, -bytes);
      try {
        if ((await stored(network)) + (coming.get(network) ?? 0) > most.ofNetwork)
          throw new Failure("too_many_requests", [], againS);
        if ((await stored()) + comingInAll > most.inAll) throw new Failure("storage_full");
        return giveBack;
      } catch (error) {
        giveBack();
        throw error;
      }
    },
  };
}
