CREATE TABLE "outbox" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"account_id" text,
	"receiver" jsonb,
	"facts" jsonb,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"refused_at" timestamp with time zone,
	"reason" text
);
