/** Refusals of a licence. The service worker knows these, and is spared the others. */
export const licenceCodes = {
  forbidden: { c: 403, status: 403 },
  vip_required: { c: 4031, status: 403 },
  sign_in_required: { c: 4035, status: 403 },
  not_found: { c: 404, status: 404 },
  download_limit: { c: 4093, status: 409 },
} as const;

/**
 * Every value of the envelope's `c`, with its HTTP status. 0 is success (spec, section 3). The generic failure of a
 * status has that status as its code, so that logs are readable without a table; finer failures append a digit.
 */
export const codes = {
  ok: { c: 0, status: 200 },
  unauthorised: { c: 401, status: 401 },
  forbidden: licenceCodes.forbidden,
  vip_required: licenceCodes.vip_required,
  cross_site: { c: 4032, status: 403 },
  banned: { c: 4033, status: 403 },
  sign_up_closed: { c: 4034, status: 403 },
  sign_in_required: licenceCodes.sign_in_required,
  /** The password was right; `d.pending` has the ticket for `login/factor`. */
  factor_required: { c: 4036, status: 403 },
  /** The operator requires a second factor of admins. */
  factor_needed: { c: 4037, status: 403 },
  /** The session is open, but was not confirmed in the last ten minutes: see `session/confirm`. */
  confirm_required: { c: 4038, status: 403 },
  /** The operator sells only to proven addresses: see `address/send`. */
  address_unconfirmed: { c: 40310, status: 403 },
  /** The open profile may not do this, or none was chosen yet: see `profiles/open`. */
  profile_needed: { c: 4039, status: 403 },
  not_found: licenceCodes.not_found,
  method_not_allowed: { c: 405, status: 405 },
  email_taken: { c: 4091, status: 409 },
  not_ready: { c: 4092, status: 409 },
  download_limit: licenceCodes.download_limit,
  /** As many players of the account play as its plan allows: see `stream/list`. */
  too_many_streams: { c: 40914, status: 409 },
  /** Another device of the account has stopped this player. */
  stream_stopped: { c: 40915, status: 409 },
  oidc_email_taken: { c: 40917, status: 409 },
  oidc_linked: { c: 40918, status: 409 },
  last_way: { c: 40919, status: 409 },
  passkey_limit: { c: 40916, status: 409 },
  conflict: { c: 4094, status: 409 },
  last_owner: { c: 4095, status: 409 },
  magnets_off: { c: 40911, status: 409 },
  tmdb_off: { c: 40912, status: 409 },
  tmdb_refused: { c: 40913, status: 409 },
  price_changed: { c: 4096, status: 409 },
  order_closed: { c: 4097, status: 409 },
  trial_used: { c: 4098, status: 409 },
  already_subscribed: { c: 4099, status: 409 },
  not_refundable: { c: 40910, status: 409 },
  invalid: { c: 422, status: 422 },
  bad_credentials: { c: 4221, status: 422 },
  upload_refused: { c: 4222, status: 422 },
  bad_code: { c: 4223, status: 422 },
  oidc_refused: { c: 42210, status: 422 },
  passkey_refused: { c: 4229, status: 422 },
  sign_in_expired: { c: 4228, status: 422 },
  voucher_unknown: { c: 4224, status: 422 },
  voucher_used: { c: 4225, status: 422 },
  voucher_expired: { c: 4226, status: 422 },
  voucher_revoked: { c: 4227, status: 422 },
  coupon_unknown: { c: 4229, status: 422 },
  /** It has not begun, has ended, or has no use left. */
  coupon_over: { c: 42210, status: 422 },
  coupon_other_plan: { c: 42211, status: 422 },
  coupon_used: { c: 42212, status: 422 },
  coupon_first_only: { c: 42213, status: 422 },
  coupon_needs_account: { c: 42214, status: 422 },
  too_many_requests: { c: 429, status: 429 },
  server_error: { c: 500, status: 500 },
  unavailable: { c: 503, status: 503 },
  payment_away: { c: 5031, status: 503 },
  pictures_busy: { c: 5032, status: 503 },
  disk_full: { c: 5033, status: 503 },
  oidc_away: { c: 5037, status: 503 },
  tmdb_away: { c: 5034, status: 503 },
  tmdb_busy: { c: 5035, status: 503 },
  tmdb_broken: { c: 5036, status: 503 },
  storage_full: { c: 507, status: 507 },
} as const;

/** The name of a code: typed errors carry it, and the translations are keyed by it (`errors.<name>`). */
export type CodeName = keyof typeof codes;

/** Codes the helper sets itself when no envelope arrived. The server never sends them. */
export const clientCodes = { network: -1, timeout: -2, malformed: -3 } as const;

/** @returns the code's name, or undefined for a number outside the table (a newer server, a client code). */
export function codeName(c: number): CodeName | undefined {
  return (Object.keys(codes) as CodeName[]).find((name) => codes[name].c === c);
}
