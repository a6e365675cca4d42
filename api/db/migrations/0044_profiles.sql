-- migration: compatible-from 0001_functions
CREATE TABLE "profile" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"name" text,
	"look" integer NOT NULL,
	"locale" text,
	"age_limit" integer,
	"unrated" boolean DEFAULT false NOT NULL,
	"pin_hash" text,
	"guessed_until" timestamp with time zone,
	"recording" boolean DEFAULT true NOT NULL,
	"recommending" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "download_licence" DROP CONSTRAINT "download_licence_uid_user_account_uid_fk";
--> statement-breakpoint
ALTER TABLE "follow" DROP CONSTRAINT "follow_uid_user_account_uid_fk";
--> statement-breakpoint
ALTER TABLE "favourite" DROP CONSTRAINT "favourite_uid_user_account_uid_fk";
--> statement-breakpoint
ALTER TABLE "vote" DROP CONSTRAINT "vote_uid_user_account_uid_fk";
--> statement-breakpoint
ALTER TABLE "progress" DROP CONSTRAINT "progress_uid_user_account_uid_fk";
--> statement-breakpoint
ALTER TABLE "movie_viewer" DROP CONSTRAINT "movie_viewer_uid_user_account_uid_fk";
--> statement-breakpoint
ALTER TABLE "user_session" ADD COLUMN "profile_id" text;--> statement-breakpoint
ALTER TABLE "profile" ADD CONSTRAINT "profile_uid_user_account_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."user_account"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "profile_uid" ON "profile" USING btree ("uid");--> statement-breakpoint
ALTER TABLE "user_session" ADD CONSTRAINT "user_session_profile_id_profile_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profile"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_session_profile" ON "user_session" USING btree ("profile_id") WHERE profile_id is not null;--> statement-breakpoint
-- What is kept of a viewer names a user or a further profile. These triggers do what a foreign key to both would.
CREATE FUNCTION require_viewer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM user_account WHERE uid = NEW.uid FOR KEY SHARE;
  IF NOT FOUND THEN
    PERFORM 1 FROM profile WHERE id = NEW.uid FOR KEY SHARE;
    IF NOT FOUND THEN
      RAISE foreign_key_violation USING MESSAGE = 'there is no such viewer', TABLE = TG_TABLE_NAME, CONSTRAINT = 'viewer';
    END IF;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION remove_viewer(viewer text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM progress WHERE uid = viewer;
  DELETE FROM favourite WHERE uid = viewer;
  DELETE FROM follow WHERE uid = viewer;
  DELETE FROM vote WHERE uid = viewer;
  DELETE FROM movie_viewer WHERE uid = viewer;
  DELETE FROM download_licence WHERE uid = viewer;
END $$;--> statement-breakpoint
CREATE FUNCTION remove_viewer_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM remove_viewer(OLD.uid);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION remove_viewer_of_profile() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM remove_viewer(OLD.id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER progress_viewer AFTER INSERT OR UPDATE OF uid ON progress FOR EACH ROW EXECUTE FUNCTION require_viewer();--> statement-breakpoint
CREATE TRIGGER favourite_viewer AFTER INSERT OR UPDATE OF uid ON favourite FOR EACH ROW EXECUTE FUNCTION require_viewer();--> statement-breakpoint
CREATE TRIGGER follow_viewer AFTER INSERT OR UPDATE OF uid ON follow FOR EACH ROW EXECUTE FUNCTION require_viewer();--> statement-breakpoint
CREATE TRIGGER vote_viewer AFTER INSERT OR UPDATE OF uid ON vote FOR EACH ROW EXECUTE FUNCTION require_viewer();--> statement-breakpoint
CREATE TRIGGER movie_viewer_viewer AFTER INSERT OR UPDATE OF uid ON movie_viewer FOR EACH ROW EXECUTE FUNCTION require_viewer();--> statement-breakpoint
CREATE TRIGGER download_licence_viewer AFTER INSERT OR UPDATE OF uid ON download_licence FOR EACH ROW EXECUTE FUNCTION require_viewer();--> statement-breakpoint
CREATE TRIGGER user_account_viewer AFTER DELETE ON user_account FOR EACH ROW EXECUTE FUNCTION remove_viewer_of_user();--> statement-breakpoint
-- The account's own profile shares its key with the account, whose list and history stay.
CREATE TRIGGER profile_viewer AFTER DELETE ON profile FOR EACH ROW
  WHEN (OLD.id <> OLD.uid) EXECUTE FUNCTION remove_viewer_of_profile();--> statement-breakpoint
-- Another profile in a session, or another limit of it, changes what may be watched.
CREATE TRIGGER user_session_profile_tell AFTER UPDATE OF profile_id ON user_session FOR EACH ROW
  WHEN (OLD.profile_id IS DISTINCT FROM NEW.profile_id) EXECUTE FUNCTION tell_user_change();
