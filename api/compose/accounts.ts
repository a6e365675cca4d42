import { createFirebaseIdentity } from "../adapters/firebase-identity/firebase-identity.ts";
import { createPasswordHasher } from "../adapters/local-identity/password-hasher.ts";
import { createLocalIdentity } from "../adapters/local-identity/local-identity.ts";
import { sweepPendingSignIns } from "../domain/accounts/factors/pending-sign-ins.ts";
import { sweepAttempts } from "../domain/accounts/oidc/oidc-attempts.ts";
import { sweepChallenges } from "../domain/accounts/passkeys/challenges.ts";
import { relyingPartyOf } from "../domain/accounts/passkeys/relying-party.ts";
import { createNativeHost } from "../domain/accounts/identity/native-host.ts";
import { sweepSpentProofs } from "../domain/accounts/identity/spent-proofs.ts";
import { dayOf } from "../domain/kernel/day.ts";
import { Failure } from "../domain/kernel/failure.ts";
import { createPins } from "../domain/accounts/profiles/pins.ts";
import { createSeal } from "../domain/kernel/seal.ts";
import { networkKey } from "../domain/kernel/network-key.ts";
import { retain } from "../domain/use-cases/retention/retain.ts";
import { networksOf } from "../http/limit/networks.ts";
import type { AccountsDeps } from "../http/accounts-deps.ts";
import { createAccountsHandlers } from "../http/accounts.ts";
import { createKeyHandlers } from "../http/keys.ts";
import { createProfileHandlers } from "../http/profiles.ts";
import type { IdentityProvider } from "../ports/identity.ts";
import type { BackgroundTask } from "../worker/background-tasks.ts";
import { hourMs, minuteMs, type Kernel } from "./kernel.ts";
import type { Service } from "./service.ts";

export type Accounts = ReturnType<typeof composeAccounts>;

/** Wires identities, sessions and users. */
export function composeAccounts(
  kernel: Kernel,
  service: Service,
  { flushProgress }: Pick<AccountsDeps, "flushProgress">,
) {
  const { options, db, clock, messages, places, pictures } = kernel;
  const { store, mailer, oidc, linkBase, afterwards } = service;
  const identity = createIdentity(kernel);
  const rp = identity.kind === "local" ? relyingPartyOf(options.publicOrigin) : null;
  const confirmsAddresses = options.mail?.confirmsAddresses ?? false;
  const tasks: BackgroundTask[] = [
    {
      name: "sweep-proofs",
      run: () => sweepSpentProofs(db, clock.now()),
      firstMs: 0,
      everyMs: hourMs,
    },
    {
      name: "sweep-sign-ins",
      run: async () => {
        await sweepPendingSignIns(db, clock.now());
        await sweepChallenges(db, clock.now());
        await sweepAttempts(db, clock.now());
      },
      firstMs: minuteMs,
      everyMs: hourMs,
    },
    { name: "retain", run: () => retain(db, clock.now()), firstMs: 7 * minuteMs, everyMs: hourMs },
  ];
  return {
    identity,
    confirmsAddresses,
    rp,
    tasks,
    handlers: {
      ...createKeyHandlers(db),
      ...createProfileHandlers({ db, identity, pins: createPins(pinHasher(), options.secret) }),
      ...createAccountsHandlers({
        db,
        clock,
        identity,
        rp,
        oidc,
        publicOrigin: options.publicOrigin,
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
        seal: createSeal(new TextEncoder().encode(options.secret), "second-factor"),
      }),
    },
  };
}

/** PINs wait for each other, and not for passwords: children guess them. */
function pinHasher() {
  return createPasswordHasher({
    atOnce: 1,
    mostWaiting: 32,
    busy: () => new Failure("unavailable", [], 2),
  });
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
