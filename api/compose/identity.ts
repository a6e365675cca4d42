import { createFirebaseIdentity } from "../adapters/firebase-identity/firebase-identity.ts";
import { createLocalIdentity } from "../adapters/local-identity/local-identity.ts";
import { Failure } from "../domain/kernel/failure.ts";
import type { IdentityProvider } from "../ports/identity.ts";
import type { BackendOptions } from "./backend.ts";

/** Accounts of Firebase where it is configured, else those of our own database. */
export function createIdentity({ database, clock, onBug, ...options }: BackendOptions): IdentityProvider {
  const { db } = database;
  const secret = new TextEncoder().encode(`${options.secret}.identity`);
  if (!options.firebase)
    return createLocalIdentity({ ...{ db, secret, clock }, busy: () => new Failure("unavailable", [], 2) });
  return createFirebaseIdentity({
    ...{ settings: options.firebase, db, secret, clock },
    fail: (code, field) => new Failure(code, field && [field]),
    onAway: (error) => onBug(error, "identity"),
  });
}
