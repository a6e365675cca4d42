import { eq, sql } from "drizzle-orm";
import { type SandboxOutcome } from "../../../contract/commerce/values.ts";
import type { Currency } from "../../../contract/index.ts";
import type { Db } from "../../db/client.ts";
import { sandboxPayments } from "../../db/schema.ts";
import type { Clock } from "../../ports/clock.ts";
import type { AttemptFacts, PaymentProvider, ProviderPayment } from "../../ports/payment.ts";

type Row = typeof sandboxPayments.$inferSelect;
export type SandboxPayment = PaymentProvider & {
  /** Sets the fake bank's decision on a payment, for users who try it out. */
  settle: (attempt: string, outcome: SandboxOutcome) => Promise<void>;
};

/** Milliseconds a late payment takes after it was requested. */
const lateMs = 3_000;

/** A fake bank for DEMO and tests: its books are a table, and no money moves. */
export function createSandboxPayment({ db, clock }: { db: Db; clock: Clock }): SandboxPayment {
  const read = async (id: string): Promise<Row | undefined> => {
    const [row] = await db.select().from(sandboxPayments).where(eq(sandboxPayments.id, id));
    return row;
  };

  return {
    method: "sandbox",
    renews: false,
    async begin({ attempt, money }) {
      await db
        .insert(sandboxPayments)
        .values({ id: attempt, state: "open", ...money })
        .onConflictDoNothing();
      return { reference: attempt, url: null };
    },
    async look(reference): Promise<AttemptFacts> {
      const row = await read(reference);
      if (!row) return { state: "expired", problem: "other", payments: [], subscription: null };
      const { state } = arrived(row, clock.now());
      const problem = state === "failed" ? "declined" : state === "expired" ? "abandoned" : null;
      return { state, problem, payments: paymentsOf(row, clock.now()), subscription: null };
    },
    async lookAtPayment(reference) {
      const row = await read(reference.split(":")[0]!);
      return row ? (paymentsOf(row, clock.now()).find((one) => one.reference === reference) ?? null) : null;
    },
    lookAtSubscription: async () => null,
    async close(reference) {
      await db
        .update(sandboxPayments)
        .set({ state: "expired" })
        .where(
          sql`${sandboxPayments.id} = ${reference} and ${sandboxPayments.state} = 'open' and late_at is null`,
        );
    },
    async refund({ id, payment, amount }) {
      const at = clock.now();
      const refund = JSON.stringify([{ reference: id, payment, amount, at: at.toISOString() }]);
      await db.execute(sql`update sandbox_payment set refunds = refunds || ${refund}::jsonb
        where id = ${payment.split(":")[0]!}::uuid and not refunds @> ${JSON.stringify([{ reference: id }])}::jsonb`);
      return { reference: id, state: "done", at };
    },
    cancelSubscription: async () => {},
    async settle(attempt, outcome) {
      const now = clock.now();
      const times = outcome === "twice" ? 2 : 1;
      const payments = Array.from({ length: times }, (_, index) => ({
        reference: `${attempt}:${index + 1}`,
        at: now.toISOString(),
      }));
      const changes: Record<SandboxOutcome, Partial<Row>> = {
        succeed: { state: "paid", payments },
        twice: { state: "paid", payments },
        fail: { state: "failed" },
        stall: {},
        late: { lateAt: new Date(now.getTime() + lateMs) },
      };
      if (outcome === "stall") return;
      await db
        .update(sandboxPayments)
        .set(changes[outcome])
        .where(sql`${sandboxPayments.id} = ${attempt} and ${sandboxPayments.state} = 'open'`);
    },
  };
}

/** Marks a late payment as paid once its time has come. */
function arrived({ state, lateAt, payments, id }: Row, now: Date): Pick<Row, "state" | "payments"> {
  if (!lateAt || lateAt > now) return { state, payments };
  return { state: "paid", payments: [{ reference: `${id}:1`, at: lateAt.toISOString() }] };
}

function paymentsOf(row: Row, now: Date): ProviderPayment[] {
  return arrived(row, now).payments.map(({ reference, at }) => ({
    reference,
    money: { amount: row.amount, currency: row.currency as Currency },
    at: new Date(at),
    instrument: "Sandbox •••• 4242",
    tax: null,
    invoice: null,
    disputes: [],
    refunds: row.refunds
      .filter(({ payment }) => payment === reference)
      .map(({ reference: ours, amount, at: then }) => ({
        reference: ours,
        ours,
        amount,
        at: new Date(then),
        failed: false,
      })),
  }));
}
