-- migration: compatible-from 0001_functions
CREATE TABLE "webhook_delivery" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"queued_at" timestamp with time zone,
	"last_at" timestamp with time zone,
	"last_status" integer,
	"last_ms" integer,
	"last_problem" text,
	"last_answer" text
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoint" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"secret_version" integer DEFAULT 1 NOT NULL,
	"rotated_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"off_at" timestamp with time zone,
	"off_why" text,
	"revision" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_message_id_webhook_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."webhook_message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_endpoint_id_webhook_endpoint_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoint"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_delivery_latest" ON "webhook_delivery" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_endpoint" ON "webhook_delivery" USING btree ("endpoint_id","at","id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_message" ON "webhook_delivery" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("endpoint_id","due_at") WHERE state = 'waiting' and queued_at is null;--> statement-breakpoint
CREATE INDEX "webhook_delivery_queued" ON "webhook_delivery" USING btree ("endpoint_id","queued_at") WHERE state = 'waiting' and queued_at is not null;--> statement-breakpoint
CREATE INDEX "webhook_message_at" ON "webhook_message" USING btree ("at");--> statement-breakpoint
-- Notes what has happened for the endpoints that want to know, in the transaction of the change: neither exists without
-- the other, whichever statement changes the row. Without such an endpoint nothing is written.
CREATE FUNCTION note_webhook(kind text, body jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  wanting uuid[];
  noted uuid;
BEGIN
  -- So that none is deleted before its delivery refers to it.
  SELECT array_agg(id) INTO wanting
  FROM (SELECT id FROM webhook_endpoint WHERE kind = ANY(events) AND off_at IS NULL ORDER BY id FOR KEY SHARE) AS held;
  IF wanting IS NULL THEN RETURN; END IF;
  INSERT INTO webhook_message (id, type, data, at) VALUES (gen_random_uuid(), kind, body, clock_timestamp()) RETURNING id INTO noted;
  INSERT INTO webhook_delivery (id, message_id, endpoint_id, at, due_at)
  SELECT gen_random_uuid(), noted, id, clock_timestamp(), clock_timestamp() FROM unnest(wanting) AS id;
END $$;--> statement-breakpoint
CREATE FUNCTION note_movie() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'published' THEN
    PERFORM note_webhook('movie.published', jsonb_build_object('movieId', NEW.id, 'publishAt', 
      to_char(NEW.published_at AT TIME ZONE 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  -- A trailer is no title of its own.
  ELSIF NEW.status = 'deleted' AND (TG_OP = 'INSERT' OR OLD.status <> 'trailer') THEN
    PERFORM note_webhook('movie.deleted', jsonb_build_object('movieId', NEW.id));
  ELSIF TG_OP = 'UPDATE' AND OLD.status = 'published' THEN
    PERFORM note_webhook('movie.unpublished', jsonb_build_object('movieId', NEW.id));
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER movie_added_noted AFTER INSERT ON movie FOR EACH ROW
  WHEN (NEW.status = 'published') EXECUTE FUNCTION note_movie();--> statement-breakpoint
-- Not of one column: another trigger sets the status of a movie that waits for its video.
CREATE TRIGGER movie_noted AFTER UPDATE ON movie FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION note_movie();--> statement-breakpoint
CREATE FUNCTION note_encoding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_webhook(CASE NEW.state WHEN 'ready' THEN 'encoding.finished' ELSE 'encoding.failed' END,
    jsonb_build_object('encodingId', NEW.id, 'movieId', NEW.movie_id, 'episode', NEW.episode_index)
    || CASE NEW.state WHEN 'failed' THEN jsonb_build_object('problem', NEW.problem) ELSE '{}'::jsonb END);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER encoding_noted AFTER UPDATE ON encoding FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state AND NEW.state IN ('ready', 'failed')) EXECUTE FUNCTION note_encoding();--> statement-breakpoint
CREATE FUNCTION note_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_webhook('order.paid', jsonb_build_object('order', NEW.number, 'uid', NEW.uid, 'planId', NEW.plan_id,
    'amount', NEW.amount, 'currency', NEW.currency));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER payment_order_added_noted AFTER INSERT ON payment_order FOR EACH ROW
  WHEN (NEW.paid_at IS NOT NULL) EXECUTE FUNCTION note_order();--> statement-breakpoint
CREATE TRIGGER payment_order_noted AFTER UPDATE ON payment_order FOR EACH ROW
  WHEN (OLD.paid_at IS NULL AND NEW.paid_at IS NOT NULL) EXECUTE FUNCTION note_order();--> statement-breakpoint
CREATE FUNCTION note_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_webhook('order.refunded', jsonb_build_object('order', NEW.number,
    'uid', (SELECT uid FROM payment_order WHERE number = NEW.number), 'amount', NEW.amount, 'currency', NEW.currency, 'why', NEW.why));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER payment_line_noted AFTER INSERT ON payment_line FOR EACH ROW
  WHEN (NEW.kind = 'refunded') EXECUTE FUNCTION note_refund();--> statement-breakpoint
CREATE FUNCTION note_dispute() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_webhook('order.disputed', jsonb_build_object('order', NEW.number,
    'uid', (SELECT uid FROM payment_order WHERE number = NEW.number)));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER payment_dispute_noted AFTER INSERT ON payment_dispute FOR EACH ROW EXECUTE FUNCTION note_dispute();--> statement-breakpoint
CREATE FUNCTION note_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM note_webhook('user.deleted', jsonb_build_object('uid', OLD.uid));
  ELSE
    PERFORM note_webhook('user.created', jsonb_build_object('uid', NEW.uid));
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Guests are no users yet to other software: they have not joined.
CREATE TRIGGER user_account_added_noted AFTER INSERT ON user_account FOR EACH ROW
  WHEN (NEW.joined_at IS NOT NULL) EXECUTE FUNCTION note_user();--> statement-breakpoint
CREATE TRIGGER user_account_noted AFTER UPDATE OF joined_at ON user_account FOR EACH ROW
  WHEN (OLD.joined_at IS NULL AND NEW.joined_at IS NOT NULL) EXECUTE FUNCTION note_user();--> statement-breakpoint
CREATE TRIGGER user_account_gone_noted AFTER DELETE ON user_account FOR EACH ROW
  WHEN (OLD.joined_at IS NOT NULL) EXECUTE FUNCTION note_user();--> statement-breakpoint
CREATE FUNCTION note_feedback() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_webhook('feedback.created', jsonb_build_object('receipt', NEW.receipt, 'uid', NEW.uid));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER feedback_noted AFTER INSERT ON feedback FOR EACH ROW EXECUTE FUNCTION note_feedback();
