CREATE TABLE "firmware_history" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"state" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by_id" text NOT NULL,
	"by_email" text NOT NULL,
	"reason" text
);
--> statement-breakpoint
ALTER TABLE "firmware_history" ADD CONSTRAINT "firmware_history_file_name_firmware_file_name_fk" FOREIGN KEY ("file_name") REFERENCES "public"."firmware"("file_name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_obc" ON "accounts" USING btree (lower("obc_id"));--> statement-breakpoint
CREATE INDEX "accounts_first_name" ON "accounts" USING btree (lower("first_name" || ' ' || coalesce("last_name", '')) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "accounts_last_name" ON "accounts" USING btree (lower(coalesce("last_name", '') || ' ' || "first_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "logs_identifier" ON "logs" USING btree ("identifier","created_at","id");--> statement-breakpoint
CREATE OR REPLACE FUNCTION "refuse_change"() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'what is written down stays as it is'; END $$ LANGUAGE plpgsql;--> statement-breakpoint
CREATE TRIGGER "firmware_history_stays" BEFORE UPDATE OR DELETE OR TRUNCATE ON "firmware_history" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
