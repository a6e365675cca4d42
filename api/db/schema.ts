/** Every table, by the part of the product it belongs to. Migrations are made from here. */
export * from "./schema/account.ts";
export * from "./schema/analysis.ts";
export * from "./schema/audit.ts";
export * from "./schema/catalogue.ts";
export * from "./schema/download.ts";
export * from "./schema/encoding.ts";
export * from "./schema/feedback.ts";
export * from "./schema/magnet.ts";
export * from "./schema/media.ts";
export * from "./schema/membership.ts";
export * from "./schema/my-list.ts";
export * from "./schema/payment.ts";
export * from "./schema/playback.ts";
export * from "./schema/setting.ts";
export * from "./schema/stat.ts";
export * from "./schema/text.ts";
export * from "./schema/upload.ts";
