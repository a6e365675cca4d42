import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { time } from "../columns.ts";
import { localIdentities, users } from "./accounts.ts";

/** Links that sign in. Only the mail contains the code itself. */
export const signInLinks = pgTable(
  "sign_in_link",
  {
    /** SHA-256 of the code, hex. */
    codeHash: text("code_hash").primaryKey(),
    uid: text("uid")
      .notNull()
      .references(() => localIdentities.uid, { onDelete: "cascade" }),
    createdAt: time("created_at").notNull(),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [index("sign_in_link_uid").on(t.uid)],
);

/** Who an account is at the operator's OpenID Connect provider. The issuer and its subject are the key, never an e-mail. */
export const externalIdentities = pgTable(
  "external_identity",
  {
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    uid: text("uid")
      .notNull()
      .references(() => localIdentities.uid, { onDelete: "cascade" }),
    /** What its owner recognises it by: the provider's address or name of them; null = it told none. */
    label: text("label"),
    createdAt: time("created_at").notNull(),
    usedAt: time("used_at"),
  },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] }), index("external_identity_uid").on(t.uid)],
);

/** Sign-ins at the provider that have begun in a browser. */
export const oidcAttempts = pgTable(
  "oidc_attempt",
  {
    /** SHA-256 of the ticket in the browser's cookie, hex. */
    ticketHash: text("ticket_hash").primaryKey(),
    /** Whose session links an identity; null = a sign-in. */
    uid: text("uid").references(() => users.uid, { onDelete: "cascade" }),
    /** State, nonce and PKCE verifier, encrypted. */
    sealed: text("sealed").notNull(),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [index("oidc_attempt_uid").on(t.uid), index("oidc_attempt_expires").on(t.expiresAt)],
);
