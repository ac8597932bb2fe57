import { ISO_8601, toDate } from '@portal/contract/dates';
import { trimText } from '@portal/contract/trim-text';
import { ENVELOPE_ENTRIES, EnvelopeSchema } from '@portal/contract/wire';
import * as v from 'valibot';

export { EnvelopeSchema, TokensRequestSchema, TokensResponseSchema } from '@portal/contract/wire';

/*
 * The API's requests and answers with the names used on the wire (specification, sections 3 and 7). The client validates answers with
 * these schemas, the development backend validates requests, and the OpenAPI document is generated from them.
 */

/** A point in time: ISO 8601, or seconds or milliseconds since the epoch. Parsed as a `Date`. */
export const TimeSchema = v.pipe(
  v.union(
    [v.pipe(v.string(), v.regex(ISO_8601, 'must be ISO 8601')), v.number()],
    'must be ISO 8601, or seconds or milliseconds since the epoch',
  ),
  v.transform(toDate),
  v.date('must be a time that exists'),
);

/**
 * Answer of the calls of which only `errors` matters: an envelope, or no body. They are `PUT account/lastseen`,
 * `PUT account/email`, `POST account/destroy`, `GET account/logout`, `PUT hubs/{serial}+{partNumber}/settings` and
 * `GET hubs/{serial}+{partNumber}/release`.
 */
export const DoneResponseSchema = v.optional(v.object(EnvelopeSchema.entries));

/** The user of `GET account/` (section 3). */
export const AccountSchema = v.object({
  firstname: v.string(),
  lastname: v.nullish(v.string()),
  email: v.string(),
  roles: v.array(v.string()),
  isBosch: v.boolean(),
  language: v.nullish(v.string()),
  country: v.nullish(v.string()),
  lastSeen: v.nullish(TimeSchema),
});
/** Answer of `GET account/`. */
export const AccountResponseSchema = v.object({ ...ENVELOPE_ENTRIES, data: AccountSchema });

/** Mails have names in their headers, so they are short. */
const name = v.pipe(v.string(), v.transform(trimText), v.nonEmpty(), v.maxLength(100));
/** Body of `PUT account/general`; an empty last name is sent as null. */
export const GeneralRequestSchema = v.object({ firstname: name, lastname: v.nullable(name) });
/** Answer of `PUT account/general`: without `data` it was not saved (section 7). */
export const GeneralResponseSchema = v.object({ ...ENVELOPE_ENTRIES, data: v.nonNullish(v.unknown()) });

/** The `code` of success of `PUT account/country`; any other code is a failure (section 7). */
export const COUNTRY_SAVED = 3_000_012;
/** Body of `PUT account/country`: the code in lower case. */
export const CountryRequestSchema = v.object({ country: v.pipe(v.string(), v.regex(/^[a-z]{2}$/)) });
/** Answer of `PUT account/country`. */
export const CountryResponseSchema = v.object(EnvelopeSchema.entries);

/** The values of `errors[0].error` when `PUT account/email` refuses an address (section 8). */
export const EMAIL_ERRORS = [
  'EMAIL_ADDRESS_IN_USE',
  'email invalid',
  'INVALID_EMAIL_PROVIDER',
  'MISSING_EMAIL_ADDRESS',
] as const;
/** Body of `PUT account/email`. Any text is valid here, because the API refuses addresses with its own errors. */
export const EmailRequestSchema = v.object({ newEmail: v.string(), currentPassword: v.string() });

/** The `errors[0].code` of `POST account/destroy` for a wrong password (section 8). */
export const WRONG_PASSWORD = 3_000_022;
/** Body of `POST account/destroy`; the password is empty for users of single sign-on. */
export const DestroyRequestSchema = v.object({ password: v.string() });

/** Body of `POST account/developer`: the absolute address of the PDF with the accepted terms. */
export const DeveloperRequestSchema = v.object({ url: v.pipe(v.string(), v.url()) });
/** Answer of `POST account/developer`: without `data` the user is not a developer (section 7). */
export const DeveloperResponseSchema = v.object({ ...ENVELOPE_ENTRIES, data: v.nonNullish(v.unknown()) });

/** A country whose name contains this is not offered (section 3). */
export const GENERIC_INACTIVE = 'GENERIC_INACTIVE';
/** Query of `GET hc-terms-and-conditions/all`: the language of the names. */
export const CountriesQuerySchema = v.object({ lang: v.string() });
/** One entry of `GET hc-terms-and-conditions/all` (section 3). */
export const CountrySchema = v.object({ countryCode: v.pipe(v.string(), v.nonEmpty()), countryName: v.string() });
/** Answer of `GET hc-terms-and-conditions/all`. */
export const CountriesResponseSchema = v.object({ ...ENVELOPE_ENTRIES, data: v.array(CountrySchema) });

/**
 * Answer of `GET service-description/url`, also without a token and without an envelope: the PDF's absolute address.
 */
export const ServiceDescriptionResponseSchema = v.object({
  url: v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//, 'must be an address of the web')),
});

/** The hub types that the portal knows; hubs of other types are valid, too. */
export const HUB_TYPES = ['HUB', 'CUI100', 'REARLIGHT'] as const;
/** Whether a hub is shared. The portal's own name for it is `sharing`. */
export const SharingModeSchema = v.picklist(['public', 'off']);

/** One hub of `GET hubs` (section 3). Serials are texts: leading zeros are significant. */
export const HubSchema = v.object({
  serial: v.pipe(v.string(), v.nonEmpty()),
  partNumber: v.string(),
  activationTime: TimeSchema,
  sharingMode: SharingModeSchema,
  /** One of `HUB_TYPES`, or a later type. */
  type: v.string(),
  role: v.picklist(['owner', 'guest']),
});
/** Answer of `GET hubs`. */
export const HubsResponseSchema = v.object({ ...ENVELOPE_ENTRIES, data: v.array(HubSchema) });

/** Body of `PUT hubs/{serial}+{partNumber}/settings`. */
export const HubSettingsRequestSchema = v.object({ sharingMode: SharingModeSchema });

/** Answer of `DELETE hubs/{serial}+{partNumber}/authorization`: without `data` the hub was not released (section 7). */
export const HubReleaseResponseSchema = v.object({ ...ENVELOPE_ENTRIES, data: v.nonNullish(v.unknown()) });

/** Body of `PUT account/password`, which the specification names without showing it (section 3): the call is ours. */
export const PasswordRequestSchema = v.object({ currentPassword: v.string(), newPassword: v.string() });
/** The values of `errors[0].error` when `PUT account/password` refuses a new password (section 5). */
export const PASSWORD_ERRORS = ['SAME_PASSWORD', 'INSECURE_PASSWORD'] as const;
/** An account password has at least so many characters, one of them a digit (section 5). */
export const PASSWORD_LENGTH = 6;

/**
 * Body of `PUT account/notifications`, which the specification names without showing it (section 3): the call is ours.
 */
export const NotificationsRequestSchema = v.object({ consent: v.boolean() });
/**
 * Answer of `GET account/notifications` and `PUT account/notifications`: whether the customer agreed to news by e-mail,
 * and when.
 */
export const NotificationsResponseSchema = v.object({
  ...ENVELOPE_ENTRIES,
  data: v.object({ consent: v.boolean(), at: v.nullable(TimeSchema) }),
});

/** What customer service may have done with an account; later APIs may know more. */
export const STAFF_ACCESS_ACTIONS = [
  'found',
  'viewed',
  'noted',
  'deletion-mail-sent',
  'confirmation-sent',
  'password-link-sent',
  'deleted',
  'unmigrated',
  'role-added',
  'role-removed',
  'hub-released',
  'log-downloaded',
  'logs-deleted',
] as const;
/**
 * Answer of `GET account/staff-access`, the oldest first: what customer service did, without who. 404 without a staff
 * side.
 */
export const StaffAccessResponseSchema = v.object({
  ...ENVELOPE_ENTRIES,
  data: v.array(
    v.object({
      at: TimeSchema,
      /** One of `STAFF_ACCESS_ACTIONS`, or a later one. */
      action: v.string(),
      /** The role, the hub or what else was concerned. */
      what: v.nullable(v.string()),
    }),
  ),
});

/**
 * Query of `GET user/weblogin/`: the absolute addresses of the page after sign-in, and of the login page for users who
 * cannot sign in.
 */
export const WebLoginQuerySchema = v.object({
  returnTo: v.pipe(v.string(), v.url()),
  redirectUri: v.pipe(v.string(), v.url()),
});

/** A user on the wire. */
export type WireAccount = v.InferInput<typeof AccountSchema>;
/** A hub on the wire. */
export type WireHub = v.InferInput<typeof HubSchema>;
/** An envelope on the wire. */
export type WireEnvelope = v.InferInput<typeof EnvelopeSchema>;
/** A country on the wire. */
export type WireCountry = v.InferInput<typeof CountrySchema>;
