import type { ExportPart } from "../../../../contract/index.ts";

/** What happens to a column when the user it names deletes the account. */
type Fate = "removed" | "anonymised";

/**
 * Every column that names a user, and the export part that shows it. A new column has to decide both; a test compares
 * this list with the database. `removed` means the row is deleted with the user. `anonymised` means the row stays and
 * the column becomes null (or '' if it can't be null).
 */
export const personalColumns: Record<string, { fate: Fate; part: ExportPart | null }> = {
  "user_account.uid": { fate: "removed", part: "account" },
  "user_account.email": { fate: "removed", part: "account" },
  // The same address, folded.
  "user_account.mailbox": { fate: "removed", part: null },
  "local_identity.uid": { fate: "removed", part: null },
  "local_identity.email": { fate: "removed", part: "account" },
  "local_identity.confirmed_email": { fate: "removed", part: null },
  "password_reset.uid": { fate: "removed", part: null },
  "sign_in_link.uid": { fate: "removed", part: null },
  "external_identity.uid": { fate: "removed", part: "account" },
  "oidc_attempt.uid": { fate: "removed", part: null },
  "firebase_guest.uid": { fate: "removed", part: null },
  "user_session.uid": { fate: "removed", part: "devices" },
  "profile.uid": { fate: "removed", part: "profiles" },
  "api_key.uid": { fate: "removed", part: null },
  "second_factor.uid": { fate: "removed", part: "account" },
  "passkey.uid": { fate: "removed", part: "account" },
  "passkey_challenge.uid": { fate: "removed", part: null },
  "recovery_code.uid": { fate: "removed", part: null },
  "pending_sign_in.uid": { fate: "removed", part: null },
  // A suspended user can't call the export.
  "user_ban.uid": { fate: "removed", part: null },
  "user_ban.banned_by": { fate: "anonymised", part: null },
  "membership_event.uid": { fate: "removed", part: "membership" },
  "membership_event.granted_by": { fate: "anonymised", part: null },
  "membership_reminder.uid": { fate: "removed", part: null },
  // Accounting needs it after the user is gone: see docs/decisions/036.
  "payment_order.uid": { fate: "anonymised", part: "orders" },
  "payment_subscription.uid": { fate: "anonymised", part: "orders" },
  "payment_refund.refunded_by": { fate: "anonymised", part: null },
  // Whom the buyer gives something; of a gift that is not mailed yet it is kept until it is.
  "gift.email": { fate: "anonymised", part: "orders" },
  "coupon.made_by": { fate: "anonymised", part: null },
  "code_batch.made_by": { fate: "anonymised", part: null },
  "audit_entry.actor_uid": { fate: "anonymised", part: null },
  "movie_import.actor_uid": { fate: "anonymised", part: null },
  "magnet.rights_uid": { fate: "anonymised", part: null },
  "magnet.chosen_uid": { fate: "anonymised", part: null },
  "setting_change.changed_by": { fate: "anonymised", part: null },
  "favourite.uid": { fate: "removed", part: "favourites" },
  "follow.uid": { fate: "removed", part: "follows" },
  "vote.uid": { fate: "removed", part: "votes" },
  "progress.uid": { fate: "removed", part: "history" },
  // What plays now, for a minute; the history has it.
  "stream.uid": { fate: "removed", part: null },
  // Two days of the history, as shares of a movie.
  "movie_viewer.uid": { fate: "removed", part: null },
  "download_licence.uid": { fate: "removed", part: "downloads" },
  "feedback.uid": { fate: "removed", part: "feedback" },
  "notice.uid": { fate: "removed", part: "notices" },
  "notice_event.uid": { fate: "removed", part: "notices" },
  "notice_choice.uid": { fate: "removed", part: "account" },
  "push_subscription.uid": { fate: "removed", part: "devices" },
  "feedback.replied_by": { fate: "anonymised", part: null },
  "stat_event.uid": { fate: "anonymised", part: "events" },
  "text_page.updated_by": { fate: "anonymised", part: null },
  // An admin's uploads belong to the service; other users' uploads are pictures and are removed.
  "upload.uid": { fate: "anonymised", part: null },
};
