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
	CONSTRAINT "accounts_identity_id_unique" UNIQUE("identity_id")
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
CREATE TABLE "hubs" (
	"serial" text NOT NULL,
	"part_number" text NOT NULL,
	"type" text NOT NULL,
	"activated_at" timestamp with time zone NOT NULL,
	"sharing_mode" text NOT NULL,
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
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_identity_id_identities_id_fk" FOREIGN KEY ("identity_id") REFERENCES "public"."identities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hub_holders" ADD CONSTRAINT "hub_holders_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hub_holders" ADD CONSTRAINT "hub_holders_serial_part_number_hubs_serial_part_number_fk" FOREIGN KEY ("serial","part_number") REFERENCES "public"."hubs"("serial","part_number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hub_holders_account" ON "hub_holders" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "identity_records_grant" ON "identity_records" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "identity_records_uid" ON "identity_records" USING btree ("model","uid");