import { FIRMWARE_STATES } from '@portal/staff-api/wire';
import { bigserial, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { accounts, time } from './schema.ts';

/** Firmware that has been uploaded. Its files are in the state folder. */
export const firmware = pgTable('firmware', {
  fileName: text('file_name').primaryKey(),
  product: text('product').notNull(),
  hubVersion: text('hub_version').notNull(),
  busVersion: text('bus_version').notNull(),
  /** In bytes. */
  size: integer('size').notNull(),
  /** SHA-256 in base64. */
  hash: text('hash').notNull(),
  state: text('state', { enum: FIRMWARE_STATES }).notNull(),
  uploadedAt: time('uploaded_at').notNull(),
});

/** Which states firmware was given, by whom and why: a trigger keeps it as it is, like the journal. */
export const firmwareHistory = pgTable('firmware_history', {
  /** Ascending: the order in which it was done. */
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  fileName: text('file_name')
    .notNull()
    .references(() => firmware.fileName),
  state: text('state', { enum: FIRMWARE_STATES }).notNull(),
  at: time('at').notNull(),
  byId: text('by_id').notNull(),
  byEmail: text('by_email').notNull(),
  reason: text('reason'),
});

/** Uploads of firmware that are under way. What has come is a file in the state folder. */
export const firmwareUploads = pgTable('firmware_uploads', {
  id: text('id').primaryKey(),
  accountId: text('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  fileName: text('file_name').notNull(),
  /** In bytes. */
  size: integer('size').notNull(),
  /** SHA-256 of the first piece, in base64. */
  firstPiece: text('first_piece').notNull(),
  skipsTesting: boolean('skips_testing').notNull(),
  startedAt: time('started_at').notNull(),
});
