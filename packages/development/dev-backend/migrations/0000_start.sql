CREATE TABLE "account_password_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"portal_origin" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "account_password_links_account_id_unique" UNIQUE("account_id")
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"identity_id" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text,
	"email" text NOT NULL,
	"roles" text[] DEFAULT '{}' NOT NULL,
	"uses_single_sign_on" boolean NOT NULL,
	"password_hash" text,
	"language" text,
	"country" text,
	"last_seen" timestamp with time zone,
	"developer_terms_url" text,
	"developer_terms_accepted_at" timestamp with time zone,
	"deletion_failed_at" timestamp with time zone,
	"registered_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone DEFAULT now(),
	"obc_id" text,
	"news_consent_at" timestamp with time zone,
	CONSTRAINT "accounts_identity_id_unique" UNIQUE("identity_id")
);
--> statement-breakpoint
CREATE TABLE "countries" (
	"code" text PRIMARY KEY NOT NULL,
	"names" jsonb NOT NULL,
	"phone_prefix" text NOT NULL,
	"active" boolean NOT NULL,
	"newly_added" boolean NOT NULL,
	"terms" jsonb NOT NULL,
	"promotion" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_counts" (
	"day" date NOT NULL,
	"what" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "daily_counts_day_what_pk" PRIMARY KEY("day","what")
);
--> statement-breakpoint
CREATE TABLE "delivered_hubs" (
	"serial" text NOT NULL,
	"part_number" text NOT NULL,
	"type" text NOT NULL,
	CONSTRAINT "delivered_hubs_serial_part_number_pk" PRIMARY KEY("serial","part_number")
);
--> statement-breakpoint
CREATE TABLE "email_confirmations" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"new_email" text NOT NULL,
	"portal_origin" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "firmware" (
	"file_name" text PRIMARY KEY NOT NULL,
	"product" text NOT NULL,
	"hub_version" text NOT NULL,
	"bus_version" text NOT NULL,
	"size" integer NOT NULL,
	"hash" text NOT NULL,
	"state" text NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "firmware_uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"file_name" text NOT NULL,
	"size" integer NOT NULL,
	"first_piece" text NOT NULL,
	"skips_testing" boolean NOT NULL,
	"started_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hub_holders" (
	"serial" text NOT NULL,
	"part_number" text NOT NULL,
	"account_id" text NOT NULL,
	"role" text NOT NULL,
	CONSTRAINT "hub_holders_serial_part_number_account_id_pk" PRIMARY KEY("serial","part_number","account_id")
);
--> statement-breakpoint
CREATE TABLE "hub_release_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"serial" text NOT NULL,
	"part_number" text NOT NULL,
	"owner_id" text NOT NULL,
	"portal_origin" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "hubs" (
	"serial" text NOT NULL,
	"part_number" text NOT NULL,
	"type" text NOT NULL,
	"activated_at" timestamp with time zone NOT NULL,
	"sharing_mode" text NOT NULL,
	"firmware" text,
	CONSTRAINT "hubs_serial_part_number_pk" PRIMARY KEY("serial","part_number")
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"roles" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "identities_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "identity_records" (
	"model" text NOT NULL,
	"id" text NOT NULL,
	"payload" jsonb NOT NULL,
	"grant_id" text,
	"uid" text,
	"expires_at" timestamp with time zone,
	"consumed" integer,
	CONSTRAINT "identity_records_model_id_pk" PRIMARY KEY("model","id")
);
--> statement-breakpoint
CREATE TABLE "journal" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"action" text NOT NULL,
	"by_id" text NOT NULL,
	"by_email" text NOT NULL,
	"on_id" text NOT NULL,
	"what" text,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "logs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"identifier" text NOT NULL,
	"platform" text NOT NULL,
	"file_name" text NOT NULL,
	"size_kb" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oem_apps" (
	"app_id" text PRIMARY KEY NOT NULL,
	"oem_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oems" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"account_id" text,
	"receiver" jsonb,
	"facts" jsonb,
	"refused_at" timestamp with time zone,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"identity_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "password_resets_identity_id_unique" UNIQUE("identity_id")
);
--> statement-breakpoint
CREATE TABLE "staff_tokens" (
	"account_id" text PRIMARY KEY NOT NULL,
	"token_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_password_links" ADD CONSTRAINT "account_password_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_identity_id_identities_id_fk" FOREIGN KEY ("identity_id") REFERENCES "public"."identities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_confirmations" ADD CONSTRAINT "email_confirmations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "firmware_uploads" ADD CONSTRAINT "firmware_uploads_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hub_holders" ADD CONSTRAINT "hub_holders_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hub_holders" ADD CONSTRAINT "hub_holders_serial_part_number_hubs_serial_part_number_fk" FOREIGN KEY ("serial","part_number") REFERENCES "public"."hubs"("serial","part_number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oem_apps" ADD CONSTRAINT "oem_apps_oem_id_oems_id_fk" FOREIGN KEY ("oem_id") REFERENCES "public"."oems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_identity_id_identities_id_fk" FOREIGN KEY ("identity_id") REFERENCES "public"."identities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_tokens" ADD CONSTRAINT "staff_tokens_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_email" ON "accounts" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "email_confirmations_account" ON "email_confirmations" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "hub_holders_account" ON "hub_holders" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "identity_records_grant" ON "identity_records" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "identity_records_uid" ON "identity_records" USING btree ("model","uid");--> statement-breakpoint
CREATE INDEX "journal_on" ON "journal" USING btree ("on_id","id");--> statement-breakpoint
CREATE INDEX "journal_by" ON "journal" USING btree ("by_id","id");--> statement-breakpoint
CREATE INDEX "logs_created" ON "logs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "logs_type_created" ON "logs" USING btree ("type","created_at","id");--> statement-breakpoint
CREATE INDEX "logs_size" ON "logs" USING btree ("size_kb");--> statement-breakpoint
CREATE UNIQUE INDEX "oems_name" ON "oems" USING btree (lower("name"));--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'what stands in the journal stays as it is'; END $$ LANGUAGE plpgsql;--> statement-breakpoint
CREATE TRIGGER "journal_stays" BEFORE UPDATE OR DELETE OR TRUNCATE ON "journal" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
