import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { AdapterPayload } from 'oidc-provider';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** The identity provider's people. */
export const identities = pgTable('identities', {
  id: text('id').primaryKey(),
  email: text('email').notNull().unique(),
  passwordHash: text('password_hash').notNull(),
  /** Roles at the identity provider ("release-manager"); the portal's own roles belong to the account. */
  roles: text('roles').array().notNull().default([]),
});

/** Records of the identity provider: sessions, grants, codes, refresh tokens, interactions. */
export const identityRecords = pgTable(
  'identity_records',
  {
    model: text('model').notNull(),
    id: text('id').notNull(),
    payload: jsonb('payload').$type<AdapterPayload>().notNull(),
    grantId: text('grant_id'),
    uid: text('uid'),
    expiresAt: time('expires_at'),
    /** Seconds since the epoch at which a code or refresh token was used. */
    consumed: integer('consumed'),
  },
  (table) => [
    primaryKey({ columns: [table.model, table.id] }),
    index('identity_records_grant').on(table.grantId),
    index('identity_records_uid').on(table.model, table.uid),
  ],
);

/** Accounts of the portal (specification, section 3). */
export const accounts = pgTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    identityId: text('identity_id')
      .notNull()
      .unique()
      .references(() => identities.id),
    firstName: text('first_name').notNull(),
    lastName: text('last_name'),
    /** Where mails go; for people on single sign-on the identity's own address. */
    email: text('email').notNull(),
    roles: text('roles').array().notNull().default([]),
    usesSingleSignOn: boolean('uses_single_sign_on').notNull(),
    /** The account's own password, for people who are not on single sign-on. */
    passwordHash: text('password_hash'),
    language: text('language'),
    /** Lower-case country code. */
    country: text('country'),
    lastSeen: time('last_seen'),
    /** The developer terms that were accepted last, and when. */
    developerTermsUrl: text('developer_terms_url'),
    developerTermsAcceptedAt: time('developer_terms_accepted_at'),
    /** Set when a deletion stopped half-way: the account is unusable, and its data has to be deleted by hand. */
    deletionFailedAt: time('deletion_failed_at'),
  },
  // If two people confirm the same address at the same moment, only one gets it.
  (table) => [uniqueIndex('accounts_email').on(sql`lower(${table.email})`)],
);

/** Activated hubs. */
export const hubs = pgTable(
  'hubs',
  {
    serial: text('serial').notNull(),
    partNumber: text('part_number').notNull(),
    type: text('type').notNull(),
    activatedAt: time('activated_at').notNull(),
    sharingMode: text('sharing_mode', { enum: ['public', 'off'] }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.serial, table.partNumber] })],
);

/** Who holds a hub, and in which role. */
export const hubHolders = pgTable(
  'hub_holders',
  {
    serial: text('serial').notNull(),
    partNumber: text('part_number').notNull(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    role: text('role', { enum: ['owner', 'guest'] }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.serial, table.partNumber, table.accountId] }),
    foreignKey({ columns: [table.serial, table.partNumber], foreignColumns: [hubs.serial, hubs.partNumber] }).onDelete(
      'cascade',
    ),
    index('hub_holders_account').on(table.accountId),
  ],
);

/** Links in mails to owners that release a hub. They outlive hub and owner, so that a second use can be distinguished from an invalid link. */
export const hubReleaseLinks = pgTable('hub_release_links', {
  /** SHA-256 of the link's token; only the mail contains the token itself. */
  tokenHash: text('token_hash').primaryKey(),
  serial: text('serial').notNull(),
  partNumber: text('part_number').notNull(),
  ownerId: text('owner_id').notNull(),
  /** Origin of the portal that the guest used. */
  portalOrigin: text('portal_origin').notNull(),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
});

/** Links in mails that confirm a new e-mail address. The latest one of an account counts. */
export const emailConfirmations = pgTable(
  'email_confirmations',
  {
    /** SHA-256 of the link's token; only the mail contains the token itself. */
    tokenHash: text('token_hash').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    newEmail: text('new_email').notNull(),
    /** Origin of the portal that requested the change. */
    portalOrigin: text('portal_origin').notNull(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [index('email_confirmations_account').on(table.accountId)],
);

/** Links in mails that set a new password. An identity has at most one. */
export const passwordResets = pgTable('password_resets', {
  /** SHA-256 of the link's token; only the mail contains the token itself. */
  tokenHash: text('token_hash').primaryKey(),
  identityId: text('identity_id')
    .notNull()
    .unique()
    .references(() => identities.id, { onDelete: 'cascade' }),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
});
