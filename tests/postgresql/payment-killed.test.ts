import { execFile } from "node:child_process";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { attempts, membershipEvents, sandboxPayments } from "../../api/db/schema.ts";
import { startTestBackend, type TestBackend } from "../setup/backend.ts";
import { addPlan, payInSandbox } from "../setup/payment.ts";
import type { SettleStep } from "../setup/settle-child.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  await addPlan(backend);
});
afterAll(() => backend.close());

/** @returns the signal the process ended by */
function takeIn(order: object): Promise<NodeJS.Signals | null> {
  return new Promise((resolve, reject) => {
    const args = [
      "--import",
      "./server/quick-start.js",
      "tests/setup/settle-child.ts",
      JSON.stringify(order),
    ];
    const child = execFile(process.execPath, args, (_error, _out, said) => {
      if (said !== "") reject(new Error(said));
      else resolve(child.signalCode);
    });
  });
}

const steps: SettleStep[] = ["asked", "written", "committed", "refunded"];
test.each(steps)(
  "a process that is killed when it has %s a payment made twice: one extension, one of them back",
  async (killAt) => {
    const { uid, token } = await backend.person();
    const { number } = await payInSandbox(backend, token, "stall");
    const [attempt] = await backend.db.select().from(attempts).where(eq(attempts.number, number));
    const payments = [1, 2].map((n) => ({ reference: `${attempt!.id}:${n}`, at: new Date().toISOString() }));
    const paid = eq(sandboxPayments.id, attempt!.id);
    await backend.db.update(sandboxPayments).set({ state: "paid", payments }).where(paid);

    const { raw } = backend.database;
    const url = "url" in raw ? raw.url : "";
    expect(await takeIn({ url, attempt: attempt!.id, killAt })).toBe("SIGKILL");

    // Its person comes back, and the job comes by.
    await backend.post("order/check", { number }, { token });
    await backend.reconcile();
    const { d } = await backend.get("order/read", `?number=${number}`, { token });
    expect(d).toMatchObject({ state: "paid", refundDue: null });
    expect(d.lines.map(({ kind }: { kind: string }) => kind)).toEqual(["paid", "paid", "refunded"]);
    const events = await backend.db.select().from(membershipEvents).where(eq(membershipEvents.uid, uid));
    expect(events.map(({ kind, seconds }) => [kind, seconds])).toEqual([["extend", 30 * 86_400]]);
    // What the bank has is what the ledger says.
    const [books] = await backend.db.select().from(sandboxPayments).where(paid);
    expect(books!.refunds.map(({ amount }) => amount)).toEqual([499]);
  },
  60_000,
);

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
