CREATE INDEX "firebase_guest_created" ON "firebase_guest" USING btree ("created_at","uid");--> statement-breakpoint
CREATE INDEX "local_identity_anonymous" ON "local_identity" USING btree ("created_at","uid") WHERE email is null;--> statement-breakpoint
CREATE INDEX "user_session_expiry" ON "user_session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "stat_event_person" ON "stat_event" USING btree ("uid","id") WHERE uid is not null;