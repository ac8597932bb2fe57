import { GENERIC_INACTIVE, HubSchema, STAFF_ACCESS_ACTIONS, TimeSchema } from '@portal/api/wire';
import { trimText } from '@portal/contract/trim-text';
import { LANGUAGES } from '@portal/contract/language';
import * as v from 'valibot';
import { STAFF_ROLES } from './permissions.ts';
import { answer, count, id } from './parts.ts';
import { MOST_DIGITS, withoutGroups } from './search.ts';

export { DoneResponseSchema } from '@portal/api/wire';

/*
 * Requests and answers of the staff's calls. The specification names functions, fields, states and texts (sections 3, 4, 5, 8), but no calls: these
 * are ours, described in docs/staff-api.md. Answers are envelopes as those of section 7.
 */

/** PostgreSQL stores no NUL. */
const storable = v.check((text: string) => !text.includes('\u0000'), 'must be a text without NUL');
/** How many characters a reason has at most. */
export const REASON_LENGTH = 500;
/** Why something is done to an account, a hub or logs. It is kept with the action. */
export const ReasonSchema = v.pipe(
  v.string(),
  v.transform(trimText),
  storable,
  v.minLength(3, 'must have at least 3 characters'),
  v.maxLength(REASON_LENGTH, `must have at most ${REASON_LENGTH} characters`),
);

/** Parameter of the calls for a person: the account's id. */
export const PersonPathSchema = v.object({ id });
/** A hub of an account, as staff see it (section 3). */
export const StaffHubSchema = v.object({ ...HubSchema.entries, firmware: v.nullable(v.string()) });
/** What mails to people are about. */
export const MAIL_KINDS = [
  'account-confirmation',
  'account-deleted',
  'account-password',
  'deletion-failed',
  'deletion-mail',
  'email-confirmation',
  'hub-left',
  'hub-released',
  'identity-password',
  'password-changed',
  'release-request',
] as const;
/** A mail that was given up: when, and what the mail server said. */
export const RefusedMailSchema = v.object({ kind: v.picklist(MAIL_KINDS), at: TimeSchema, reason: v.string() });
/** What was done to whom: what the customer's own data tells, too. */
export const JOURNAL_ACTIONS = STAFF_ACCESS_ACTIONS;
export const JournalEntrySchema = v.object({
  id,
  at: TimeSchema,
  action: v.picklist(JOURNAL_ACTIONS),
  /** Who did it: id of the account, and its e-mail then. */
  by: v.object({ id, email: v.string() }),
  /** On whom: id of the account. */
  on: id,
  /**
   * The role; the hub, as "serial+partNumber"; "obc-account" if that was deleted, too; the name of the log, or how many
   * were deleted; the note; else null.
   */
  what: v.nullable(v.string()),
  reason: v.nullable(v.string()),
});
/** The account of a person, as staff see it (section 3). */
export const PersonSchema = v.object({
  id,
  singleSignOnId: v.string(),
  /** The id at the OBC system; null for somebody without an account there. */
  obcId: v.nullable(v.string()),
  firstname: v.string(),
  lastname: v.nullable(v.string()),
  email: v.string(),
  language: v.nullable(v.string()),
  registeredAt: TimeSchema,
  lastSeen: v.nullable(TimeSchema),
  confirmed: v.boolean(),
  migrated: v.boolean(),
  roles: v.array(v.string()),
  hubs: v.array(StaffHubSchema),
  /** Mails about the account that could not be delivered, the latest first. */
  refusedMails: v.array(RefusedMailSchema),
  /** The latest acts and notes, the newest first; views stand in the journal alone. */
  history: v.array(JournalEntrySchema),
});
/**
 * Answer of `GET staff/people/{id}`, and of every act that leaves the account: as it is then, so that nobody has to view
 * it again.
 */
export const PersonResponseSchema = answer(PersonSchema);

/**
 * Body of `POST staff/people/{id}/deletion-mail`, `POST staff/people/{id}/confirmation-mail` (refused with
 * `ALREADY_CONFIRMED`, 400), `POST staff/people/{id}/password-mail` (refused with `MIGRATED`, 400),
 * `POST staff/people/{id}/unmigrate` (refused with `NOT_MIGRATED`, 400, and `STAFF_ACCOUNT`, 403),
 * `POST staff/hubs/{serial}+{partNumber}/release` and `POST staff/logs/{id}/delete`.
 */
export const ReasonRequestSchema = v.object({ reason: ReasonSchema });
/**
 * Body of `POST staff/people/{id}/delete`. The central identity account always stays (section 4). Refused with
 * `LAST_ADMIN` (400), and `STAFF_ACCOUNT` (403) to those who may not take roles.
 */
export const DeletePersonRequestSchema = v.object({ reason: ReasonSchema, deleteObcAccount: v.boolean() });
/** Body of `POST staff/people/{id}/notes`. The person reads it in the own data. */
export const NoteRequestSchema = v.object({ text: ReasonSchema });
/** The roles that staff may give and take: their own, and that of developers. */
export const ASSIGNABLE_ROLES = ['developer', ...STAFF_ROLES] as const;
/**
 * Body of `POST staff/people/{id}/roles`. Refused with `OWN_ROLES` (403) for the own account, so that nobody gives
 * himself a role and the last admin stays.
 */
export const RolesRequestSchema = v.object({
  role: v.picklist(ASSIGNABLE_ROLES),
  change: v.picklist(['add', 'remove']),
  reason: ReasonSchema,
});

/**
 * Answer of `POST staff/hubs/{serial}+{partNumber}/release`: how many people were told by mail, the owner and the
 * guests.
 */
export const StaffReleaseResponseSchema = answer(v.object({ told: count }));

const hubNumber = v.pipe(
  v.string(),
  v.transform(withoutGroups),
  v.regex(/^\d+$/, 'must be digits'),
  v.maxLength(MOST_DIGITS, `must have at most ${MOST_DIGITS} digits`),
);
/** Query of `GET staff/hub-status`: the serial of a hub v1, or serial and part number of a smartphone hub. */
export const HubStatusQuerySchema = v.object({ serial: hubNumber, partNumber: v.optional(hubNumber) });
/** The answers of section 4, as they are spelt there. */
export const HUB_STATUSES = ['SYSTEM_DOES_NOT_EXISTS', 'SYSTEM_IS_ACTIVATED', 'SYSTEM_IS_NOT_ACTIVATED'] as const;
/** Answer of `GET staff/hub-status`; the part number is that of the hub that was found. */
export const HubStatusResponseSchema = answer(
  v.object({ status: v.picklist(HUB_STATUSES), partNumber: v.nullable(v.string()) }),
);

/**
 * Answer of `POST staff/logs/{id}/download` and `POST staff/firmware/{fileName}/download`: an address that works once,
 * for a minute, without a token.
 */
export const DownloadResponseSchema = answer(v.object({ url: v.pipe(v.string(), v.url(), v.regex(/^https?:/)) }));

/** `{product}_ota_hub_{hub version}_bus_{bus version}.zip` (section 5), in 200 characters; versions as "1.4.0". */
export const FIRMWARE_NAME =
  /^(?=.{1,200}$)(?<product>[a-z0-9]+(?:-[a-z0-9]+)*)_ota_hub_(?<hub>\d{1,5}(?:\.\d{1,5}){1,3})_bus_(?<bus>\d{1,5}(?:\.\d{1,5}){1,3})\.zip$/i;
/** The most that an upload may have, in bytes. */
export const FIRMWARE_BYTES = 200 * 1024 * 1024;
/**
 * How many bytes a piece of an upload has at most. What else refuses one is `wrong_piece` and `wrong_offset`; with the
 * latter and `wrong_size`, `errors[0].detail` is how many bytes are there.
 */
export const PIECE_BYTES = 1024 * 1024;
/** The values of `errors[0].error` when firmware is refused (section 8). */
export const FIRMWARE_ERRORS = [
  'firmware_already_exists',
  'invalid_filename',
  'more_recent_version_available',
  'not_a_zip',
  'too_large_inside',
  'wrong_size',
] as const;
/**
 * Body of `POST staff/firmware/uploads`. With `more_recent_version_available`, `errors[0].detail` names the newer hub
 * version.
 */
export const UploadRequestSchema = v.object({
  fileName: v.pipe(v.string(), v.maxLength(200)),
  size: v.pipe(count, v.minValue(1), v.maxValue(FIRMWARE_BYTES)),
  /**
   * SHA-256 of the first `PIECE_BYTES`, or of the whole file if it has fewer, in base64: an upload is taken up again
   * only for the same file.
   */
  firstPiece: v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{43}=$/)),
  skipsTesting: v.boolean(),
});
/**
 * Answer of `POST staff/firmware/uploads` and `PUT staff/firmware/uploads/{id}/{offset}`: how many bytes are there,
 * from the beginning.
 */
export const UploadResponseSchema = answer(v.object({ id, received: count }));
/** Who uploads firmware decides whether it is tested first. What is withdrawn stays listed. */
export const FIRMWARE_STATES = ['testing', 'released', 'withdrawn'] as const;
export const FirmwareSchema = v.object({
  fileName: v.string(),
  product: v.string(),
  hubVersion: v.string(),
  busVersion: v.string(),
  /** In bytes. */
  size: count,
  /** SHA-256 in base64. */
  hash: v.string(),
  uploadedAt: TimeSchema,
  state: v.picklist(FIRMWARE_STATES),
  /** Which states it was given, the first one by its upload: when, by whom (e-mail then) and why. */
  history: v.array(
    v.object({ state: v.picklist(FIRMWARE_STATES), at: TimeSchema, by: v.string(), reason: v.nullable(v.string()) }),
  ),
});
/** Parameter of the calls for firmware. */
export const FirmwarePathSchema = v.object({
  fileName: v.pipe(v.string(), v.regex(FIRMWARE_NAME, 'must be a file name')),
});
/**
 * Body of `POST staff/firmware/{fileName}/state`. Refused with `FIRMWARE_NOT_FOUND` (404), and `STATE_HAS_CHANGED` (409)
 * for what is withdrawn, or is to be released and has been already.
 */
export const FirmwareStateRequestSchema = v.object({
  state: v.picklist(['released', 'withdrawn']),
  reason: ReasonSchema,
});
/** Answer of `POST staff/firmware/uploads/{id}/complete` and `POST staff/firmware/{fileName}/state`. */
export const FirmwareResponseSchema = answer(FirmwareSchema);
/** Answer of `GET staff/firmware`, the newest first. */
export const FirmwareListResponseSchema = answer(v.array(FirmwareSchema));

/** The types of logs: what wrote them. */
export const LOG_TYPES = ['APP', 'HUB', 'REARLIGHT', 'BACKEND'] as const;
/** How many logs a page of the table may have. */
export const PAGE_SIZES = [25, 50, 100] as const;
/** Whether the calendar has that day: not 31 February, and not the year 0, which databases lack. */
function exists(text: string): boolean {
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text) && !text.startsWith('0000');
}
const day = v.pipe(
  v.string(),
  v.isoDate('must be a date such as "2026-11-26"'),
  v.check(exists, 'must be a day that exists'),
);
/** The largest whole number that the database can store. */
export const MOST_INTEGER = 2_147_483_647;
/** A number in a query. */
const digits = v.pipe(v.string(), v.regex(/^\d{1,10}$/, 'must be a number'), v.transform(Number));
const kb = v.pipe(count, v.maxValue(MOST_INTEGER));
const kbInQuery = v.pipe(digits, kb);
const logType = v.picklist(LOG_TYPES);
/**
 * The filter of a deletion names everything, with null for what does not matter: what is forgotten must not mean all
 * logs. Sizes in KB, dates inclusive, in UTC.
 */
export const DeletionFilterSchema = v.object({
  type: v.nullable(logType),
  identifier: v.nullable(id),
  from: v.nullable(day),
  to: v.nullable(day),
  minKb: v.nullable(kb),
  maxKb: v.nullable(kb),
});
/**
 * Query of `GET staff/logs`: `after` is `data.next` of the page of newer logs, `before` is `data.previous` of the page
 * of older ones.
 */
export const LogsQuerySchema = v.object({
  type: v.optional(logType),
  /** Id of an account, or serial of a device. */
  identifier: v.optional(id),
  from: v.optional(day),
  to: v.optional(day),
  minKb: v.optional(kbInQuery),
  maxKb: v.optional(kbInQuery),
  size: v.optional(v.pipe(digits, v.picklist(PAGE_SIZES)), String(PAGE_SIZES[0])),
  after: v.optional(v.pipe(v.string(), v.maxLength(200))),
  before: v.optional(v.pipe(v.string(), v.maxLength(200))),
});
export const LogSchema = v.object({
  id,
  type: v.picklist(LOG_TYPES),
  /** User or device. */
  identifier: v.string(),
  platform: v.string(),
  fileName: v.string(),
  sizeKb: count,
  createdAt: TimeSchema,
});
/** Answer of `GET staff/logs`, the newest first; null where no more logs are. `total` is how many the filter finds. */
export const LogsResponseSchema = answer(
  v.object({ logs: v.array(LogSchema), total: count, previous: v.nullable(v.string()), next: v.nullable(v.string()) }),
);
/**
 * Body of `POST staff/logs/delete`. Refused with `COUNT_HAS_CHANGED` if there are not as many any more;
 * `errors[0].detail` is how many there are.
 */
export const DeleteLogsRequestSchema = v.object({ filter: DeletionFilterSchema, count, reason: ReasonSchema });
const perLanguage = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.object(v.entriesFromList(LANGUAGES, schema));
const words = (most: number) =>
  v.pipe(v.string(), v.transform(trimText), v.maxLength(most, `must have at most ${most} characters`), storable);
const line = (most: number) => v.pipe(words(most), v.regex(/^\P{Cc}*$/u, 'must be one line'));
const filledLine = (most: number) => v.pipe(line(most), v.nonEmpty('must not be empty'));
/** What is promoted to people of a country (section 3). */
export const PromotionSchema = v.object({
  title: line(100),
  text: words(1000),
  button: line(40),
  consent: words(500),
});
export type Promotion = v.InferOutput<typeof PromotionSchema>;
/** The name of a country. With the marker in it, the portal would hide an active one. */
const countryName = v.pipe(
  filledLine(100),
  v.check((name) => !name.includes(GENERIC_INACTIVE), `must not contain ${GENERIC_INACTIVE}`),
);
/** A country as staff see it (section 3); texts by language, empty where there are none. */
export const CountryRecordSchema = v.object({
  /** In lower case. */
  code: v.pipe(v.string(), v.regex(/^[a-z]{2}$/, 'must be two small letters')),
  name: perLanguage(countryName),
  phonePrefix: v.pipe(v.string(), v.transform(trimText), v.regex(/^\+[1-9]\d{0,5}$/, 'must be such as "+49"')),
  active: v.boolean(),
  newlyAdded: v.boolean(),
  terms: perLanguage(words(20_000)),
  promotion: perLanguage(PromotionSchema),
  /** How often it has been saved; a change names the one that it is based on. */
  revision: v.pipe(count, v.maxValue(MOST_INTEGER - 1)),
});
/** Answer of `GET staff/countries`, by code. */
export const CountryRecordsResponseSchema = answer(v.array(CountryRecordSchema));
/**
 * Body of `PUT staff/countries/{code}`: the record without its code, with the revision that was read, or 0 to add a
 * country. Refused with `COUNTRY_HAS_CHANGED` (409) if somebody else has saved it since, `COUNTRY_EXISTS` (409) if it
 * cannot be added.
 */
export const CountryRecordRequestSchema = v.omit(CountryRecordSchema, ['code']);
/** Answer of `PUT staff/countries/{code}`, with its new revision. */
export const CountryRecordResponseSchema = answer(CountryRecordSchema);

/** How many characters the name of an OEM has at most. */
export const OEM_NAME_LENGTH = 80;
export const OemSchema = v.object({ id, name: v.string(), appIds: count });
/** Answer of `GET staff/oems`, by name. */
export const OemsResponseSchema = answer(v.array(OemSchema));
/**
 * Body of `POST staff/oems` and `PUT staff/oems/{id}`. Refused with `OEM_EXISTS` (409) for a name that another one has,
 * in capitals or not. `PUT` and `DELETE` are refused with `OEM_NOT_FOUND` (404).
 */
export const OemRequestSchema = v.object({ name: filledLine(OEM_NAME_LENGTH) });
export const OemResponseSchema = answer(OemSchema);
/** Answer of `DELETE staff/oems/{id}`: how many app IDs lost their OEM. */
export const OemRemovalResponseSchema = answer(v.object({ appIds: count }));

/** Query of `GET staff/statistics`: how many days, until today. */
export const STATISTICS_DAYS = [7, 30, 91] as const;
export const StatisticsQuerySchema = v.object({
  days: v.optional(v.pipe(digits, v.picklist(STATISTICS_DAYS)), '30'),
});
/** Answer of `GET staff/statistics`. Days are those of UTC, ascending, each of them there. */
export const StatisticsResponseSchema = answer(
  v.object({
    accounts: v.object({ all: count, confirmed: count, migrated: count }),
    /** By type; guests are counted once for each hub that they hold. */
    hubs: v.array(v.object({ type: v.string(), guests: count, shared: count, all: count })),
    /** By whom a hub was released: by its owner, by the link in a mail, or by staff. */
    releases: v.array(v.object({ day, owner: count, link: count, staff: count })),
    signIns: v.array(v.object({ day, count })),
  }),
);

/**
 * Answer of `GET staff/access-token`: the token for tools that the last sign-in has saved. Refused with
 * `NO_TOKEN_SAVED` (404).
 */
export const AccessTokenResponseSchema = answer(v.object({ token: v.string(), expiresAt: TimeSchema }));

/** How many entries a page of the journal has. */
export const JOURNAL_PAGE_SIZE = 50;
const place = v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'must be data.next or data.previous of a page')));
/** Query of `GET staff/journal`; `after` is `data.next` of a page, `before` its `data.previous`. */
export const JournalQuerySchema = v.object({
  action: v.optional(v.picklist(JOURNAL_ACTIONS)),
  by: v.optional(id),
  on: v.optional(id),
  from: v.optional(day),
  to: v.optional(day),
  after: place,
  before: place,
});
/**
 * Answer of `GET staff/journal`, the newest first; `next` is null if there is nothing older, `previous` if there is
 * nothing newer.
 */
export const JournalResponseSchema = answer(
  v.object({ entries: v.array(JournalEntrySchema), previous: v.nullable(v.string()), next: v.nullable(v.string()) }),
);
