import type { Language } from '@portal/contract/language';
import { LOG_TYPES, MAIL_KINDS } from '@portal/staff-api/wire';
import type { JOURNAL_ACTIONS, Promotion } from '@portal/staff-api/wire';
import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  date,
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
import type { MailFacts, Receiver } from './mail-facts.ts';
import { searchIndexes } from './search-indexes.ts';

export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

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
    registeredAt: time('registered_at').notNull().defaultNow(),
    /** When the person confirmed the address that the account began with; null until then. */
    confirmedAt: time('confirmed_at').defaultNow(),
    /** The account at the OBC system; null if there is none. */
    obcId: text('obc_id'),
    /** When the person agreed to news by e-mail; null if not. */
    newsConsentAt: time('news_consent_at'),
  },
  // If two people confirm the same address at the same moment, only one gets it.
  (table) => [uniqueIndex('accounts_email').on(sql`lower(${table.email})`), ...searchIndexes(table)],
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
    /** Version of the firmware; null until the hub has reported it. */
    firmware: text('firmware'),
  },
  (table) => [primaryKey({ columns: [table.serial, table.partNumber] })],
);

/** Hubs that were delivered, activated or not: those that exist. A released hub stays one of them. */
export const deliveredHubs = pgTable(
  'delivered_hubs',
  {
    serial: text('serial').notNull(),
    partNumber: text('part_number').notNull(),
    type: text('type').notNull(),
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

/** What all links in mails have. */
const linkColumns = () => ({
  /** SHA-256 of the link's token; only the mail contains the token itself. */
  tokenHash: text('token_hash').primaryKey(),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
});

/**
 * Links in mails to owners that release a hub. They outlive hub and owner, so that a second use can be distinguished
 * from an invalid link.
 */
export const hubReleaseLinks = pgTable('hub_release_links', {
  ...linkColumns(),
  serial: text('serial').notNull(),
  partNumber: text('part_number').notNull(),
  ownerId: text('owner_id').notNull(),
  /** Origin of the portal that the guest used. */
  portalOrigin: text('portal_origin').notNull(),
});

/** Links in mails that confirm a new e-mail address. The latest one of an account counts. */
export const emailConfirmations = pgTable(
  'email_confirmations',
  {
    ...linkColumns(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    newEmail: text('new_email').notNull(),
    /** Origin of the portal that requested the change. */
    portalOrigin: text('portal_origin').notNull(),
  },
  (table) => [index('email_confirmations_account').on(table.accountId)],
);

/** Links in mails that set a new password. An identity has at most one. */
export const passwordResets = pgTable('password_resets', {
  ...linkColumns(),
  identityId: text('identity_id')
    .notNull()
    .unique()
    .references(() => identities.id, { onDelete: 'cascade' }),
});

/**
 * Links in mails that set a new password of the account, for people who are not on single sign-on any more. An account
 * has at most one.
 */
export const accountPasswordLinks = pgTable('account_password_links', {
  ...linkColumns(),
  accountId: text('account_id')
    .notNull()
    .unique()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** Origin of the portal of whoever asked for the link. */
  portalOrigin: text('portal_origin').notNull(),
});

/**
 * What staff did with people's data (docs/staff-api.md). Rows outlive the account. A trigger refuses to change or
 * delete them.
 */
export const journal = pgTable(
  'journal',
  {
    /** Ascending: the order in which things were done. */
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: time('at').notNull(),
    action: text('action').$type<(typeof JOURNAL_ACTIONS)[number]>().notNull(),
    byId: text('by_id').notNull(),
    byEmail: text('by_email').notNull(),
    /** Id of the account. */
    onId: text('on_id').notNull(),
    /** The role, the hub or what else was concerned. */
    what: text('what'),
    reason: text('reason'),
  },
  (table) => [index('journal_on').on(table.onId, table.id), index('journal_by').on(table.byId, table.id)],
);

/** Mails that are about to be sent, and those that were refused. What was sent is not kept. */
export const outbox = pgTable('outbox', {
  /** Ascending: the order in which mails leave. */
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  kind: text('kind', { enum: MAIL_KINDS }).notNull(),
  /** Id of the account that the mail is about, which the mail may outlive; null for an identity without an account. */
  accountId: text('account_id'),
  /** Null once the mail was refused, as the facts are. */
  receiver: jsonb('receiver').$type<Receiver>(),
  /** What the text and the link are made of when the mail is sent. */
  facts: jsonb('facts').$type<MailFacts>(),
  /** When it was refused, and why. */
  refusedAt: time('refused_at'),
  reason: text('reason'),
});

/** How often something happened on a day, without saying to whom. */
export const dailyCounts = pgTable(
  'daily_counts',
  {
    /** Of UTC. */
    day: date('day', { mode: 'string' }).notNull(),
    what: text('what', { enum: ['sign-in', 'release-by-owner', 'release-by-link', 'release-by-staff'] }).notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.what] })],
);

/** Logs that apps, hubs and servers have sent. */
export const logs = pgTable(
  'logs',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    type: text('type', { enum: LOG_TYPES }).notNull(),
    /** Id of an account, or serial of a device. */
    identifier: text('identifier').notNull(),
    platform: text('platform').notNull(),
    fileName: text('file_name').notNull(),
    sizeKb: integer('size_kb').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    index('logs_created').on(table.createdAt, table.id),
    index('logs_type_created').on(table.type, table.createdAt, table.id),
    index('logs_identifier').on(table.identifier, table.createdAt, table.id),
    // For sizes that few logs have.
    index('logs_size').on(table.sizeKb),
  ],
);

/**
 * Countries that people can choose, with what is shown to people there (specification, section 3). Texts by language.
 */
export const countries = pgTable('countries', {
  /** Lower-case country code. */
  code: text('code').primaryKey(),
  names: jsonb('names').$type<Readonly<Record<Language, string>>>().notNull(),
  phonePrefix: text('phone_prefix').notNull(),
  active: boolean('active').notNull(),
  newlyAdded: boolean('newly_added').notNull(),
  terms: jsonb('terms').$type<Readonly<Record<Language, string>>>().notNull(),
  promotion: jsonb('promotion').$type<Readonly<Record<Language, Promotion>>>().notNull(),
  /** How often it has been saved, so that of two changes at the same time none is lost. */
  revision: integer('revision').notNull().default(1),
});

/** Makers of bikes whose apps use the hubs. */
export const oems = pgTable('oems', { id: text('id').primaryKey(), name: text('name').notNull() }, (table) => [
  uniqueIndex('oems_name').on(sql`lower(${table.name})`),
]);

/** The ids of the apps of an OEM. */
export const oemApps = pgTable('oem_apps', {
  appId: text('app_id').primaryKey(),
  oemId: text('oem_id')
    .notNull()
    .references(() => oems.id, { onDelete: 'cascade' }),
});

/**
 * The temporary tokens that staff get for their tools with a sign-in. Only their ids: they are signed when they are
 * asked for.
 */
export const staffTokens = pgTable('staff_tokens', {
  accountId: text('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** The token's `jti`. */
  tokenId: text('token_id').notNull(),
  expiresAt: time('expires_at').notNull(),
});
