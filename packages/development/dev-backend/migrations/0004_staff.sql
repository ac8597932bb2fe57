CREATE TABLE "account_password_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"portal_origin" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "account_password_links_account_id_unique" UNIQUE("account_id")
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
CREATE TABLE "journal" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"act" text NOT NULL,
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
CREATE TABLE "staff_tokens" (
	"account_id" text PRIMARY KEY NOT NULL,
	"token_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "registered_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "confirmed_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "obc_id" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "news_consent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "hubs" ADD COLUMN "firmware" text;--> statement-breakpoint
ALTER TABLE "account_password_links" ADD CONSTRAINT "account_password_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "firmware_uploads" ADD CONSTRAINT "firmware_uploads_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oem_apps" ADD CONSTRAINT "oem_apps_oem_id_oems_id_fk" FOREIGN KEY ("oem_id") REFERENCES "public"."oems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_tokens" ADD CONSTRAINT "staff_tokens_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "journal_on" ON "journal" USING btree ("on_id","id");--> statement-breakpoint
CREATE INDEX "journal_by" ON "journal" USING btree ("by_id","id");--> statement-breakpoint
CREATE INDEX "logs_created" ON "logs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "logs_type_created" ON "logs" USING btree ("type","created_at","id");--> statement-breakpoint
CREATE INDEX "logs_size" ON "logs" USING btree ("size_kb");--> statement-breakpoint
CREATE UNIQUE INDEX "oems_name" ON "oems" USING btree (lower("name"));--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'what stands in the journal stays as it is'; END $$ LANGUAGE plpgsql;--> statement-breakpoint
CREATE TRIGGER "journal_stays" BEFORE UPDATE OR DELETE OR TRUNCATE ON "journal" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
INSERT INTO "delivered_hubs" SELECT "serial", "part_number", "type" FROM "hubs";
