CREATE TABLE "hub_release_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"serial" text NOT NULL,
	"part_number" text NOT NULL,
	"owner_id" text NOT NULL,
	"portal_origin" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
