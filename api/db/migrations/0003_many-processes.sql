-- migration: compatible-from 0001_functions
CREATE TABLE "process" (
	"id" uuid PRIMARY KEY NOT NULL,
	"steady_since" timestamp with time zone DEFAULT now() NOT NULL,
	"heartbeat_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- Counts of calls by all processes: a restart of the database forgets them, so they need no journal. A bucket has one
-- value, the time when it is full again. There are as many as slots at most (api/http/limit/limiter.ts).
CREATE UNLOGGED TABLE "rate_limit" (
	"slot" integer PRIMARY KEY NOT NULL,
	"full_at" timestamp with time zone NOT NULL
);--> statement-breakpoint
-- Takes one token from each bucket, or none at all. Returns the seconds until each has one; 0 = taken. The locks are
-- taken in one order, and last until the transaction ends: of simultaneous calls, none sees a token that another takes.
CREATE FUNCTION take_tokens(slots integer[], bursts double precision[], every_s double precision[])
RETURNS double precision LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz;
  wait double precision;
BEGIN
  PERFORM pg_advisory_xact_lock(46, wanted.slot) FROM (SELECT DISTINCT unnest(slots) AS slot ORDER BY 1) AS wanted;
  at := clock_timestamp();
  SELECT coalesce(max(missing * every), 0) INTO wait FROM (
    SELECT every, 1 - burst + least(extract(epoch FROM greatest(full_at, at) - at) / every, burst) AS missing
    FROM unnest(slots, bursts, every_s) AS wanted(slot, burst, every) JOIN rate_limit USING (slot)) AS spent
  WHERE missing > 0.01;
  IF wait > 0 THEN RETURN wait; END IF;
  INSERT INTO rate_limit AS bucket (slot, full_at)
  SELECT slot, at + make_interval(secs => max(every)) FROM unnest(slots, every_s) AS wanted(slot, every) GROUP BY slot
  ON CONFLICT (slot) DO UPDATE SET full_at = greatest(bucket.full_at, at) + (excluded.full_at - at);
  RETURN 0;
END $$;--> statement-breakpoint
CREATE FUNCTION give_back_tokens(slots integer[], every_s double precision[]) RETURNS void LANGUAGE sql AS $$
  UPDATE rate_limit SET full_at = full_at - make_interval(secs => every)
  FROM unnest(slots, every_s) AS given(slot, every) WHERE rate_limit.slot = given.slot
$$;--> statement-breakpoint
-- Tells all processes what has changed, so that they drop what they keep of it (api/db/listen-changes.ts). PostgreSQL
-- sends it when the transaction commits, and equal messages of a transaction once.
CREATE FUNCTION tell_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('matinee', TG_ARGV[0]);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION tell_user_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('matinee', 'user ' || OLD.uid);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER movie_tell AFTER INSERT OR UPDATE OR DELETE ON movie FOR EACH STATEMENT EXECUTE FUNCTION tell_change('catalogue');--> statement-breakpoint
CREATE TRIGGER movie_text_tell AFTER INSERT OR UPDATE OR DELETE ON movie_text FOR EACH STATEMENT EXECUTE FUNCTION tell_change('catalogue');--> statement-breakpoint
CREATE TRIGGER episode_tell AFTER INSERT OR UPDATE OR DELETE ON episode FOR EACH STATEMENT EXECUTE FUNCTION tell_change('catalogue');--> statement-breakpoint
CREATE TRIGGER genre_name_tell AFTER INSERT OR UPDATE OR DELETE ON genre_name FOR EACH STATEMENT EXECUTE FUNCTION tell_change('catalogue');--> statement-breakpoint
CREATE TRIGGER home_plan_tell AFTER INSERT OR UPDATE OR DELETE ON home_plan FOR EACH STATEMENT EXECUTE FUNCTION tell_change('catalogue');--> statement-breakpoint
CREATE TRIGGER subtitle_tell AFTER INSERT OR UPDATE OR DELETE ON subtitle FOR EACH STATEMENT EXECUTE FUNCTION tell_change('catalogue');--> statement-breakpoint
CREATE TRIGGER asset_tell AFTER UPDATE OR DELETE ON asset FOR EACH STATEMENT EXECUTE FUNCTION tell_change('catalogue');--> statement-breakpoint
CREATE TRIGGER setting_change_tell AFTER INSERT ON setting_change FOR EACH STATEMENT EXECUTE FUNCTION tell_change('settings');--> statement-breakpoint
CREATE TRIGGER user_session_tell AFTER DELETE ON user_session FOR EACH ROW EXECUTE FUNCTION tell_user_change();--> statement-breakpoint
CREATE TRIGGER user_account_tell AFTER UPDATE OF vip_until, anonymous, admin ON user_account FOR EACH ROW
  WHEN ((OLD.vip_until, OLD.anonymous, OLD.admin) IS DISTINCT FROM (NEW.vip_until, NEW.anonymous, NEW.admin))
  EXECUTE FUNCTION tell_user_change();
