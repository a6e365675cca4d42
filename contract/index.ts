import type { z } from "zod";
import { accountCalls } from "./accounts/account.ts";
import { factorCalls } from "./accounts/factors.ts";
import { profileCalls } from "./accounts/profiles.ts";
import { adminAnalysisCalls, statCalls } from "./analysis/admin-analysis.ts";
import { adminAuditCalls } from "./service/admin-audit.ts";
import { adminCatalogueCalls } from "./catalogue/admin-catalogue.ts";
import { adminEncodingCalls } from "./ingest/admin-encoding.ts";
import { adminEpisodeCalls } from "./catalogue/admin-episodes.ts";
import { adminFeedbackCalls } from "./service/admin-feedback.ts";
import { adminKeyCalls } from "./accounts/admin-keys.ts";
import { adminJobCalls } from "./ingest/admin-jobs.ts";
import { adminMagnetCalls } from "./ingest/admin-magnets.ts";
import { adminImportCalls } from "./catalogue/admin-imports.ts";
import { adminMovieCalls } from "./catalogue/admin-movies.ts";
import { adminOverviewCalls } from "./analysis/admin-overview.ts";
import { adminCouponCalls, couponCalls } from "./commerce/coupons.ts";
import { giftCalls } from "./commerce/gifts.ts";
import { adminOrderCalls } from "./commerce/admin-orders.ts";
import { adminPlanCalls } from "./commerce/admin-plans.ts";
import { adminSettingsCalls } from "./service/admin-settings.ts";
import { adminSetupCalls } from "./accounts/admin-setup.ts";
import { adminSoundCalls } from "./ingest/admin-sounds.ts";
import { adminCaptionCalls } from "./ingest/admin-captions.ts";
import { adminCueCalls } from "./ingest/admin-cues.ts";
import { adminSubtitleCalls } from "./ingest/admin-subtitles.ts";
import { adminTmdbCalls } from "./ingest/admin-tmdb.ts";
import { adminUserCalls } from "./accounts/admin-users.ts";
import { catalogueCalls } from "./catalogue/catalogue.ts";
import { adminCollectionCalls, collectionCalls } from "./catalogue/collections.ts";
import { feedCalls } from "./catalogue/feeds.ts";
import { downloadCalls } from "./library/downloads.ts";
import { feedbackCalls } from "./service/feedback.ts";
import { noticeCalls, noticeChoiceCalls } from "./service/notices.ts";
import { adminWebhookCalls } from "./service/admin-webhooks.ts";
import { adminVipCalls, membershipCalls } from "./commerce/membership.ts";
import { myListCalls } from "./library/my-list.ts";
import { recommendationCalls } from "./library/recommendations.ts";
import { voteCalls } from "./library/votes.ts";
import { playbackCalls } from "./playback/playback.ts";
import { streamCalls } from "./playback/streams.ts";
import { searchCalls } from "./catalogue/search.ts";
import { addressCalls } from "./accounts/address.ts";
import { sessionCalls } from "./accounts/session.ts";
import { oidcCalls } from "./accounts/oidc.ts";
import { passkeyCalls } from "./accounts/passkeys.ts";
import { signInCalls } from "./accounts/sign-in.ts";
import { adminTextCalls, textCalls } from "./service/texts.ts";
import { configCalls } from "./config.ts";
import { adminBrandCalls } from "./service/admin-brand.ts";
import { brandCalls } from "./service/brand.ts";
import { filmUploadCalls } from "./ingest/film-upload.ts";
import { uploadFormCalls } from "./ingest/upload-form.ts";

/** The whole API: every call by its name, which is also its path below /api. */
export const calls = {
  ...configCalls,
  ...brandCalls,
  ...sessionCalls,
  ...addressCalls,
  ...signInCalls,
  ...passkeyCalls,
  ...oidcCalls,
  ...statCalls,
  ...uploadFormCalls,
  ...accountCalls,
  ...factorCalls,
  ...profileCalls,
  ...catalogueCalls,
  ...searchCalls,
  ...feedCalls,
  ...collectionCalls,
  ...playbackCalls,
  ...streamCalls,
  ...downloadCalls,
  ...myListCalls,
  ...recommendationCalls,
  ...voteCalls,
  ...feedbackCalls,
  ...noticeCalls,
  ...noticeChoiceCalls,
  ...textCalls,
  ...membershipCalls,
  ...couponCalls,
  ...giftCalls,
  ...adminAnalysisCalls,
  ...adminAuditCalls,
  ...adminSetupCalls,
  ...adminUserCalls,
  ...adminKeyCalls,
  ...adminVipCalls,
  ...adminSettingsCalls,
  ...adminWebhookCalls,
  ...adminBrandCalls,
  ...adminTextCalls,
  ...adminFeedbackCalls,
  ...adminOverviewCalls,
  ...adminMovieCalls,
  ...adminImportCalls,
  ...adminEpisodeCalls,
  ...adminSoundCalls,
  ...adminSubtitleCalls,
  ...adminCaptionCalls,
  ...adminCueCalls,
  ...adminEncodingCalls,
  ...adminMagnetCalls,
  ...adminJobCalls,
  ...adminTmdbCalls,
  ...filmUploadCalls,
  ...adminCatalogueCalls,
  ...adminCollectionCalls,
  ...adminPlanCalls,
  ...adminCouponCalls,
  ...adminOrderCalls,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;

/** Names of the calls with one method. */
export type NamesOf<M extends "GET" | "POST"> = {
  [N in CallName]: Calls[N]["method"] extends M ? N : never;
}[CallName];

/** Input sent by a caller. */
export type InputOf<N extends CallName> = z.input<Calls[N]["input"]>;
/** Validated input received by a use-case. */
export type ParsedOf<N extends CallName> = z.output<Calls[N]["input"]>;
/** Output returned in `d`. */
export type OutputOf<N extends CallName> = z.infer<Calls[N]["output"]>;

export * from "./envelope.ts";
export * from "./codes.ts";
export * from "./models.ts";
export type { Currency, Money } from "./commerce/currencies.ts";
export type {
  DisputeState,
  Duration,
  Order,
  PaymentLine,
  PaymentMethod,
  Plan,
  Subscription,
} from "./commerce/payment-models.ts";
export type { Access } from "./call.ts";
export type { Device, ExportPart } from "./accounts/account.ts";
export type { AnalysisPoint, AnalysisTotals } from "./analysis/admin-analysis.ts";
export type { AuditEntry, AuditTarget, Undoable } from "./service/admin-audit.ts";
export type { AdminOrder } from "./commerce/admin-orders.ts";
export type { AdminPlan, CodeBatch, OneCode } from "./commerce/admin-plans.ts";
export type { GiftWishes } from "./commerce/gifts.ts";
export type { Coupon, CouponValue } from "./commerce/coupons.ts";
export type { RowPlan } from "./catalogue/admin-catalogue.ts";
export type { Encoding, EncodingProblem } from "./ingest/admin-encoding.ts";
export type { MagnetDetail, MagnetFile } from "./ingest/admin-magnets.ts";
export type { AdminFeedback } from "./service/admin-feedback.ts";
export type {
  AdminEpisode,
  AdminMovie,
  AdminMovieRow,
  AdminSeason,
  Credit,
  MovieState,
} from "./catalogue/admin-movie-models.ts";
export type { Captioning } from "./ingest/admin-captions.ts";
export type { SubtitleTrack } from "./ingest/admin-subtitles.ts";
export type { TmdbDifference, TmdbHit } from "./ingest/admin-tmdb.ts";
export type { AdminUser, MembershipEvent } from "./accounts/admin-users.ts";
export type { HomeRow } from "./catalogue/catalogue.ts";
export type { DownloadLicence } from "./library/downloads.ts";
export type { DownloadPolicy } from "./service/settings.ts";
export type { FeedbackContext, FeedbackItem } from "./service/feedback.ts";
export type { Notice, NoticeChoice } from "./service/notices.ts";
export type { KeptFavourite, KeptProgress } from "./library/my-list.ts";
export type { CastStart, PlaybackStart } from "./playback/playback.ts";
export type { OpenStream } from "./playback/streams.ts";
export type { SearchSort } from "./catalogue/search.ts";
export type { Identity } from "./accounts/sign-in.ts";
export type { Profile } from "./accounts/profiles.ts";
export type { MagnetState } from "./ingest/values.ts";
