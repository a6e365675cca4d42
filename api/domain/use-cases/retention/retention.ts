/**
 * Why no table grows for ever: `swept` = rows are removed after a while; `bound` = the number of rows is limited;
 * `kept` = rows stay on purpose. A new table has to decide: a test compares this with the database.
 */
type Retention = { swept: string } | { bound: string } | { kept: string };

const catalogue: Retention = { bound: "by the catalogue, which admins write" };
const ofUser: Retention = { bound: "one row an account, and goes with it" };
const sums: Retention = { kept: "sums by day, without names of users: docs/decisions/026" };
const money: Retention = { kept: "money has to be accounted for: docs/decisions/036" };
const byAdmins: Retention = { kept: "written by admins alone" };
const events: Retention = { swept: "180 days after it happened: analysis/roll-up.ts" };

export const retention: Record<string, Retention> = {
  user_account: { swept: "guests, see sweep-guests.ts; members stay until they leave" },
  user_ban: ofUser,
  user_session: { swept: "once it has ended" },
  local_identity: { swept: "with its guest, or a day after it was made if no session began with it" },
  firebase_guest: { swept: "with its guest, or a day after it was made if no session began with it" },
  password_reset: { swept: "once it has ended" },
  spent_proof: { swept: "once the proof would have expired" },
  active_day: { swept: "after 62 days: analysis/roll-up.ts" },
  playback_quality: events,
  stat_event: { swept: "after 180 days; so many a day: stat/record-stat.ts" },
  analysis_late: { swept: "after 180 days, or once its day is summed up" },
  analysis_state: { bound: "two rows" },
  analysis_day: sums,
  analysis_split: sums,
  analysis_movie: sums,
  analysis_retention: sums,
  progress: { bound: "a row an account and episode" },
  movie_viewer: { swept: "once the day after is over: playback/popularity/count-audience.ts" },
  movie_audience: { swept: "after 60 days: playback/popularity/count-audience.ts" },
  related_movie: { bound: "so many a movie: library/recommend/relate-movies.ts" },
  vote: { bound: "a row an account and movie" },
  favourite: { bound: "so many an account: my-list/favourites.ts" },
  download_licence: { swept: "60 days after its end; so many an account until then" },
  feedback: { kept: "messages to the operator, limited per user and hour; admins delete them" },
  upload: {
    swept: "unused pictures, after a day; what admins stored is listed: upload/sweep-uploads.ts",
  },
  membership_event: money,
  membership_reminder: { bound: "one a paid period, and goes with the account" },
  payment_order: { swept: "180 days after it came to nothing; paid ones stay: docs/decisions/036" },
  payment_attempt: { swept: "with its order" },
  payment_line: money,
  payment_refund: money,
  payment_dispute: money,
  payment_subscription: money,
  sandbox_payment: { swept: "with its order" },
  trial_use: { kept: "one trial for each user, also after the account is deleted" },
  code_batch: byAdmins,
  code: byAdmins,
  code_redemption: { bound: "by the uses of each code" },
  plan: byAdmins,
  audit_entry: { kept: "the log of what admins did: docs/decisions/022" },
  setting_change: { kept: "what admins changed: docs/decisions/022" },
  setting: { bound: "one row a setting" },
  service_fact: { bound: "one row a fact" },
  text_page: byAdmins,
  process: { swept: "a day after its last heartbeat: api/db/process-lease.ts" },
  rate_limit: { swept: "once its bucket is full again; 4 million at most: api/http/limit/limiter.ts" },
  encoding: catalogue,
  magnet: byAdmins,
  magnet_file: byAdmins,
  asset: catalogue,
  subtitle: catalogue,
  movie: catalogue,
  movie_text: catalogue,
  season: catalogue,
  movie_tmdb: catalogue,
  movie_person: catalogue,
  person: { bound: "by the credits of movies; a row goes with the last movie that names it" },
  movie_import: { swept: "after seven days: catalogue/import/run-imports.ts" },
  movie_import_line: { swept: "with its import" },
  episode: catalogue,
  genre_name: catalogue,
  search_word: catalogue,
  home_plan: { bound: "one row" },
};
