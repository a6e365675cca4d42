import { createFirebaseIdentity } from "../adapters/firebase-identity/firebase-identity.ts";
import { createLocalIdentity } from "../adapters/local-identity/local-identity.ts";
import { createNativeHost } from "../domain/accounts/identity/native-host.ts";
import { sweepSpentProofs } from "../domain/accounts/identity/spent-proofs.ts";
import { dayOf } from "../domain/kernel/day.ts";
import { Failure } from "../domain/kernel/failure.ts";
import { networkKey } from "../domain/kernel/network-key.ts";
import { retain } from "../domain/use-cases/retention/retain.ts";
import { networksOf } from "../http/limit/networks.ts";
import { createAccountsHandlers, type AccountsDeps } from "../http/accounts.ts";
import type { IdentityProvider } from "../ports/identity.ts";
import type { BackgroundTask } from "../worker/background-tasks.ts";
import { hourMs, minuteMs, type Kernel } from "./kernel.ts";
import type { Service } from "./service.ts";

/** Wires identities, sessions and users. */
export function composeAccounts(
  kernel: Kernel,
  service: Service,
  { flushProgress }: Pick<AccountsDeps, "flushProgress">,
) {
  const { options, db, clock, messages, places, pictures } = kernel;
  const { store, mailer, linkBase, afterwards } = service;
  const identity = createIdentity(kernel);
  const confirmsAddresses = options.mail?.confirmsAddresses ?? false;
  const tasks: BackgroundTask[] = [
    {
      name: "sweep-proofs",
      run: () => sweepSpentProofs(db, clock.now()),
      firstMs: 0,
      everyMs: hourMs,
    },
    { name: "retain", run: () => retain(db, clock.now()), firstMs: 7 * minuteMs, everyMs: hourMs },
  ];
  return {
    identity,
    confirmsAddresses,
    tasks,
    handlers: createAccountsHandlers({
      db,
      clock,
      identity,
      store,
      mailer,
      linkBase,
      confirmsAddresses,
      afterwards,
      storage: places.storage,
      flushProgress,
      originOf: ({ address, now }) =>
        address === "" ? null : networkKey(`${dayOf(now)} ${networksOf(address)[0]!.name}`, options.secret),
      artwork: places.artwork,
      pictures,
      words: messages.text,
      nativeHost: options.nativeHostSecret ? createNativeHost({ secret: options.nativeHostSecret }) : null,
      signUpSecret: `${options.secret}.sign-up`,
    }),
  };
}

/** Accounts of Firebase where it is configured, else those of our own database. */
function createIdentity({ options, db, clock, onBug }: Kernel): IdentityProvider {
  const secret = new TextEncoder().encode(`${options.secret}.identity`);
  if (!options.firebase)
    return createLocalIdentity({ db, secret, clock, busy: () => new Failure("unavailable", [], 2) });
  return createFirebaseIdentity({
    settings: options.firebase,
    db,
    secret,
    clock,
    fail: (code, field) => new Failure(code, field && [field]),
    onAway: (error) => onBug(error, "identity"),
  });
}
