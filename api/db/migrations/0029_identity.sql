CREATE TABLE "spent_proof" (
	"digest" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "proofs_after" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "mailbox" text;--> statement-breakpoint
CREATE INDEX "spent_proof_expires" ON "spent_proof" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "user_account_mailbox" ON "user_account" USING btree ("mailbox") WHERE mailbox is not null;--> statement-breakpoint
WITH "tried" AS (
	SELECT "uid", regexp_replace(lower("email"), '@[^@]*$', '') AS "name", substring(lower("email") from '@([^@]*)$') AS "domain"
	FROM "user_account"
	WHERE "email" LIKE '_%@_%' AND "uid" IN (SELECT "uid" FROM "membership_event" WHERE "source" = 'trial')
), "folded" AS (
	SELECT "uid", coalesce(nullif(split_part("name", '+', 1), ''), "name") AS "local", "domain" FROM "tried"
)
UPDATE "user_account" SET "mailbox" = CASE
	WHEN "folded"."domain" IN ('gmail.com', 'googlemail.com') THEN replace("folded"."local", '.', '') || '@gmail.com'
	ELSE "folded"."local" || '@' || "folded"."domain"
END
FROM "folded" WHERE "user_account"."uid" = "folded"."uid";
