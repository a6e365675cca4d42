import { and, eq, inArray } from "drizzle-orm";
import { disputes } from "../../../db/schema.ts";
import type { PaymentProvider } from "../../../ports/payment.ts";
import { isProviderAway, type PaymentDeps } from "./payment-deps.ts";
import { settlePayment } from "./settle.ts";

/** Banks accept disputes for four months and decide them within about three. Older ones are open only in our books. */
const watchedDays = 220;
const dayMs = 86_400_000;

/**
 * Finds disputes whose message was lost, however old the payment: compares the providers' lists with our records, and
 * asks about the payments that differ. Run it every hour; any number of processes may.
 * @returns number of payments that were asked about
 */
export async function watchDisputes(deps: PaymentDeps, now: Date): Promise<number> {
  let asked = 0;
  for (const provider of deps.providers) {
    try {
      for (const reference of await unsettled(deps, { provider, now })) {
        await settlePayment(deps, { provider, reference, now });
        asked += 1;
      }
    } catch (error) {
      if (!isProviderAway(error)) throw error;
    }
  }
  return asked;
}

/** Payments whose dispute differs between the provider and our books. */
async function unsettled(
  { db }: PaymentDeps,
  { provider, now }: { provider: PaymentProvider; now: Date },
): Promise<Set<string>> {
  const listed = (await provider.listDisputes?.(new Date(now.getTime() - watchedDays * dayMs))) ?? [];
  const { method } = provider;
  const names = listed.map(({ reference }) => reference);
  const known = await db
    .select({ reference: disputes.reference, payment: disputes.payment, state: disputes.state })
    .from(disputes)
    .where(and(eq(disputes.method, method), inArray(disputes.reference, names)));
  const open = await db
    .select({ reference: disputes.reference, payment: disputes.payment })
    .from(disputes)
    .where(and(eq(disputes.method, method), eq(disputes.state, "open")));
  const states = new Map(known.map(({ reference, state }) => [reference, state]));
  const others = listed.filter(({ reference, state }) => states.get(reference) !== state);
  const forgotten = open.filter(({ reference }) => !names.includes(reference));
  return new Set([...others, ...forgotten].map(({ payment }) => payment));
}
