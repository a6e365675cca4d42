import type { z } from "zod";
import { accountCalls } from "./calls/account.ts";
import { adminAnalysisCalls } from "./calls/admin-analysis.ts";
import { adminAuditCalls } from "./calls/admin-audit.ts";
import { adminCatalogueCalls } from "./calls/admin-catalogue.ts";
import { adminEncodingCalls } from "./calls/admin-encoding.ts";
import { adminEpisodeCalls } from "./calls/admin-episodes.ts";
import { adminFeedbackCalls } from "./calls/admin-feedback.ts";
import { adminMagnetCalls } from "./calls/admin-magnet.ts";
import { adminMovieCalls } from "./calls/admin-movies.ts";
import { adminOverviewCalls } from "./calls/admin-overview.ts";
import { adminPaymentCalls } from "./calls/admin-payment.ts";
import { adminSettingsCalls } from "./calls/admin-settings.ts";
import { adminSetupCalls } from "./calls/admin-setup.ts";
import { adminSubtitleCalls } from "./calls/admin-subtitles.ts";
import { adminTextCalls } from "./calls/admin-texts.ts";
import { adminUserCalls } from "./calls/admin-users.ts";
import { catalogueCalls } from "./calls/catalogue.ts";
import { downloadCalls } from "./calls/download.ts";
import { feedbackCalls } from "./calls/feedback.ts";
import { membershipCalls } from "./calls/membership.ts";
import { myListCalls } from "./calls/my-list.ts";
import { playbackCalls } from "./calls/playback.ts";
import { searchCalls } from "./calls/search.ts";
import { sessionCalls } from "./calls/session.ts";
import { textCalls } from "./calls/text.ts";

/** The whole API: every call by its name, which is also its path below /api. */
export const calls = {
  ...sessionCalls,
  ...accountCalls,
  ...catalogueCalls,
  ...searchCalls,
  ...playbackCalls,
  ...downloadCalls,
  ...myListCalls,
  ...feedbackCalls,
  ...textCalls,
  ...membershipCalls,
  ...adminAnalysisCalls,
  ...adminAuditCalls,
  ...adminSetupCalls,
  ...adminUserCalls,
  ...adminSettingsCalls,
  ...adminTextCalls,
  ...adminFeedbackCalls,
  ...adminOverviewCalls,
  ...adminMovieCalls,
  ...adminEpisodeCalls,
  ...adminSubtitleCalls,
  ...adminEncodingCalls,
  ...adminMagnetCalls,
  ...adminCatalogueCalls,
  ...adminPaymentCalls,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;

/** Names of the calls made with one method. */
export type NamesOf<M extends "GET" | "POST"> = {
  [N in CallName]: Calls[N]["method"] extends M ? N : never;
}[CallName];

/** What a caller sends. */
export type InputOf<N extends CallName> = z.input<Calls[N]["input"]>;
/** What a use-case receives: the same, validated. */
export type ParsedOf<N extends CallName> = z.output<Calls[N]["input"]>;
/** What comes back in `d`. */
export type OutputOf<N extends CallName> = z.infer<Calls[N]["output"]>;

export * from "./envelope.ts";
export * from "./codes.ts";
export * from "./models.ts";
export { formatMoney } from "./currencies.ts";
export type { Currency, Money } from "./currencies.ts";
export type {
  DisputeState,
  Duration,
  Order,
  OrderState,
  PaymentLine,
  PaymentMethod,
  Plan,
  Subscription,
} from "./payment-models.ts";
export type { Access, Call } from "./call.ts";
export type { Device, ExportPart } from "./calls/account.ts";
export type { AnalysisPoint, AnalysisTotals } from "./calls/admin-analysis.ts";
export type { AuditEntry, AuditTarget } from "./calls/admin-audit.ts";
export type { AdminOrder, AdminPlan, CodeBatch } from "./calls/admin-payment.ts";
export type { RowPlan } from "./calls/admin-catalogue.ts";
export type { Encoding, EncodingProblem, EncodingState } from "./calls/admin-encoding.ts";
export type {
  Magnet,
  MagnetDetail,
  MagnetFile,
  MagnetProblem,
  SidecarProblem,
  MagnetRefusal,
  MagnetService,
  MagnetTarget,
} from "./calls/admin-magnet.ts";
export type { AdminFeedback } from "./calls/admin-feedback.ts";
export type {
  AdminEpisode,
  AdminMovie,
  AdminMovieRow,
  Credit,
  MovieState,
} from "./calls/admin-movie-models.ts";
export type { SubtitleTrack } from "./calls/admin-subtitles.ts";
export type { AdminUser, BanReason, MembershipEvent } from "./calls/admin-users.ts";
export type { HomeRow } from "./calls/catalogue.ts";
export type { DownloadLicence, DownloadPolicy } from "./calls/download.ts";
export type { FeedbackCategory, FeedbackContext, FeedbackItem } from "./calls/feedback.ts";
export type { KeptFavourite, KeptProgress } from "./calls/my-list.ts";
export type { PlaybackQuality, PlaybackStart } from "./calls/playback.ts";
export type { SearchSort } from "./calls/search.ts";
export type { Identity } from "./calls/session.ts";
export type { MagnetState } from "./magnet-states.ts";
