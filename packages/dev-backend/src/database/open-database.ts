import { fileURLToPath } from 'node:url';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** PGlite's or PostgreSQL's: the queries are the same. */
export type Database = PgDatabase<PgQueryResultHKT>;

/** A database, opened but perhaps still without tables. */
export interface OpenDatabase {
  readonly db: Database;
  /** Brings the tables up to date. */
  migrate(): Promise<void>;
  close(): Promise<void>;
}

/** The SQL that makes the tables, one for both kinds of database (`pnpm migration` writes it). */
export const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));
