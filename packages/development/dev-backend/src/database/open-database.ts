import { fileURLToPath } from 'node:url';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** A database of PGlite or PostgreSQL; the queries are the same. */
export type Database = PgDatabase<PgQueryResultHKT>;

/** A database, opened but perhaps still without tables. */
export interface OpenDatabase {
  readonly db: Database;
  /** Brings the tables up to date. */
  migrate(): Promise<void>;
  close(): Promise<void>;
}

/** The SQL that creates the tables, the same for both kinds of database (`pnpm migration` writes it). */
export const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));
