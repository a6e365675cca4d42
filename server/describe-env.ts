import type { EnvironmentFact } from "../api/http/service.ts";

/** Environment variables that admins may see; for secrets only whether they are set. The README explains each. */
const shown = [
  "NODE_ENV",
  "PUBLIC_URL",
  "HOST",
  "PORT",
  "TRUST_PROXY",
  "MEDIA_ACCEL",
  "MEDIA_ORIGIN",
  "MEDIA_ORIGIN_SIGNING",
  "MEDIA_ORIGIN_KEY_ID",
  "MEDIA_FILES",
  "STORAGE_URL",
  "AWS_REGION",
  "MAIL_FROM",
  "SERVICE_WORKER",
  "WORKER",
  "MIGRATE",
  "DATABASE_POOL",
  "DATABASE_QUEUE_POOL",
  "MAGNET_PRIVATE_ADDRESSES",
  "OIDC_PRIVATE_ADDRESSES",
  "DRAIN_S",
  "LOG_LEVEL",
  "DEMO",
  "DIAGNOSTICS",
  "PAYMENT_SANDBOX",
] as const;
const secret = [
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "VALKEY_URL",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "SESSION_SECRET",
  "MEDIA_ORIGIN_KEY",
  "NATIVE_HOST_SECRET",
  "METRICS_TOKEN",
  "SMTP_URL",
  "FIREBASE_CONFIG",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
] as const;

/** @param source the environment as given */
export function describeEnv(source: Record<string, string | undefined>): EnvironmentFact[] {
  const isSet = (name: string) => (source[name] ?? "") !== "";
  return [
    ...shown.map((name) => ({ name, set: isSet(name), value: isSet(name) ? source[name]! : null })),
    ...secret.map((name) => ({ name, set: isSet(name), value: null })),
  ];
}
