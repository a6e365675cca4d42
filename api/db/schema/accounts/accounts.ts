import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { time } from "../columns.ts";

/** A user: a member or a guest. `uid` comes from the identity provider. */
export const users = pgTable(
  "user_account",
  {
    uid: text("uid").primaryKey(),
    anonymous: boolean("anonymous").notNull(),
    name: text("name"),
    avatar: text("avatar"),
    email: text("email"),
    /** Above 0 = admin. */
    admin: integer("admin").notNull().default(0),
    vipUntil: time("vip_until"),
    /** Ends of the higher tiers of the membership, none later than `vipUntil`. */
    vip2Until: time("vip2_until"),
    vip3Until: time("vip3_until"),
    /** The language of the last sign-in, for mails; null = unknown. */
    locale: text("locale"),
    /** False while the user has paused the history: no progress is saved. */
    recording: boolean("recording").notNull().default(true),
    /** True once the user has set name or avatar here: the identity provider's values no longer apply. */
    profileEdited: boolean("profile_edited").notNull().default(false),
    /** What the user watches may recommend movies, to the user and to others. */
    recommending: boolean("recommending").notNull().default(true),
    /** The user wants as little prefetch as possible. */
    dataSaver: boolean("data_saver").notNull().default(false),
    /** Digest of the day and network of the first sign-in, so that many accounts of one can be told; null = unknown. */
    origin: text("origin"),
    /** Created by DEMO, with a publicly known password. */
    demo: boolean("demo").notNull().default(false),
    createdAt: time("created_at").notNull().defaultNow(),
    /** When it became an account; null = a guest. */
    joinedAt: time("joined_at"),
    /** Accurate to the hour. The admins' list is sorted by it, and more precision is not worth more writes. */
    lastSeenAt: time("last_seen_at").notNull().defaultNow(),
    /** When the user's sessions were last ended: earlier proofs of identity open no session. Null = never. */
    proofsAfter: time("proofs_after"),
    /**
     * For users who have had a trial: their address folded to its mailbox. Other addresses of that mailbox get no
     * trial.
     */
    mailbox: text("mailbox"),
    /** Counts the changes by admins: a save based on an older revision is refused. */
    revision: integer("revision").notNull().default(0),
  },
  (t) => [
    // Sort order of the admins' list, with guests apart from members: see api/domain/accounts/users/list-users.ts.
    index("user_account_kind").on(t.anonymous, t.createdAt, t.uid),
    index("user_account_kind_seen").on(t.anonymous, t.lastSeenAt, t.uid),
    index("user_account_kind_label").on(
      t.anonymous,
      sql`left(lower(coalesce(${t.name}, ${t.email}, ${t.uid})), 80)`,
      t.uid,
    ),
    // The same orders of those who have or had VIP time: one in twenty, or all at one end of an order.
    index("user_account_vip_created")
      .on(t.anonymous, t.createdAt, t.uid)
      .where(sql`vip_until is not null`),
    index("user_account_vip_seen")
      .on(t.anonymous, t.lastSeenAt, t.uid)
      .where(sql`vip_until is not null`),
    index("user_account_vip_label")
      .on(t.anonymous, sql`left(lower(coalesce(${t.name}, ${t.email}, ${t.uid})), 80)`, t.uid)
      .where(sql`vip_until is not null`),
    index("user_account_joined")
      .on(t.joinedAt)
      .where(sql`joined_at is not null`),
    index("user_account_vip")
      .on(t.anonymous, t.vipUntil)
      .where(sql`vip_until is not null`),
    index("user_account_admin")
      .on(t.admin)
      .where(sql`admin > 0`),
    index("user_account_mailbox")
      .on(t.mailbox)
      .where(sql`mailbox is not null`),
    index("user_account_uid").on(sql`${t.uid} text_pattern_ops`),
    index("user_account_find").using(
      "gin",
      sql`lower(coalesce(${t.email}, '') || ' ' || coalesce(${t.name}, '')) gin_trgm_ops`,
    ),
  ],
);

/** Suspended accounts. A row whose end has passed has no effect. */
export const bans = pgTable(
  "user_ban",
  {
    uid: text("uid")
      .primaryKey()
      .references(() => users.uid, { onDelete: "cascade" }),
    /** A reason from the contract; the user reads it in their own language. */
    reason: text("reason").notNull(),
    /** Only admins see it. */
    note: text("note"),
    at: time("at").notNull(),
    /** Null = permanent. */
    until: time("until"),
    bannedBy: text("banned_by"),
    bannedName: text("banned_name"),
  },
  (t) => [index("user_ban_at").on(t.at)],
);

/** Accounts of the local identity provider; empty if another provider is configured. */
export const localIdentities = pgTable(
  "local_identity",
  {
    uid: text("uid").primaryKey(),
    /** Lower case; null = anonymous, unless `external`. */
    email: text("email"),
    /** The address that its user has proven by a mailed code; null = none. */
    confirmedEmail: text("confirmed_email"),
    /** argon2id in PHC string format; null = none. */
    passwordHash: text("password_hash"),
    name: text("name"),
    avatar: text("avatar"),
    /** Made by a sign-in at another provider: an account, even without an e-mail. */
    external: boolean("external").notNull().default(false),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("local_identity_email").on(t.email),
    index("local_identity_anonymous")
      .on(t.createdAt, t.uid)
      .where(sql`email is null`),
  ],
);

/** Proofs of identity that have opened a session, kept until they expire. A proof opens only one session. */
export const spentProofs = pgTable(
  "spent_proof",
  {
    /** SHA-256 of the proof's id, hex. */
    digest: text("digest").primaryKey(),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [index("spent_proof_expires").on(t.expiresAt)],
);

/** Links that set a new password. Only the mail contains the code itself. */
export const passwordResets = pgTable(
  "password_reset",
  {
    /** SHA-256 of the code, hex. */
    codeHash: text("code_hash").primaryKey(),
    uid: text("uid")
      .notNull()
      .references(() => localIdentities.uid, { onDelete: "cascade" }),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [index("password_reset_uid").on(t.uid)],
);

/**
 * Refresh tokens of Firebase guests that this server created. With them a guest who becomes a member keeps the uid
 * without scripts. Removed once that is done.
 */
export const firebaseGuests = pgTable(
  "firebase_guest",
  {
    uid: text("uid").primaryKey(),
    /** The refresh token, encrypted: AES-256-GCM under a key derived from the secret. */
    sealed: text("sealed").notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (t) => [index("firebase_guest_created").on(t.createdAt, t.uid)],
);
