import { createSandboxPayment } from "../../api/adapters/sandbox-payment/sandbox-payment.ts";
import { openDatabase, type Db } from "../../api/db/client.ts";
import { performRefunds } from "../../api/domain/commerce/payments/perform-refunds.ts";
import { settleAttempt } from "../../api/domain/commerce/payments/settle.ts";

/** Where a process that takes a payment in may die. */
export type SettleStep = "asked" | "written" | "committed" | "refunded";

/** Takes a payment in, in a process of its own, which kills itself at a step: the moment is the same each time. */
const { url, attempt, killAt } = JSON.parse(process.argv[2]!) as {
  url: string;
  attempt: string;
  killAt: SettleStep;
};
const die = (step: SettleStep) => {
  if (step === killAt) process.kill(process.pid, "SIGKILL");
};
const { db } = await openDatabase({ url });
const clock = { now: () => new Date() };
const bank = createSandboxPayment({ db, clock });
const provider: typeof bank = {
  ...bank,
  async look(reference) {
    const facts = await bank.look(reference);
    die("asked");
    return facts;
  },
  async refund(refund) {
    const answer = await bank.refund(refund);
    die("refunded");
    return answer;
  },
};
const dying = new Proxy(db, {
  get(target, name, receiver) {
    if (name !== "transaction") return Reflect.get(target, name, receiver) as unknown;
    return async (work: (tx: Db) => Promise<unknown>) => {
      const done = await target.transaction(async (tx) => {
        const answer = await work(tx as Db);
        die("written");
        return answer;
      });
      die("committed");
      return done;
    };
  },
});
const deps = { db: dying, providers: [provider] };
await settleAttempt(deps, { id: attempt, now: clock.now() });
await performRefunds(deps, { now: clock.now() });
process.exit(0);
