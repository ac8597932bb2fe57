import * as v from 'valibot';

/*
 * The API's requests and answers in the names of the wire (specification, sections 3 and 7). The client validates answers with
 * these schemas, the development backend validates requests with them, and the OpenAPI document is made from them.
 */

/** Numbers from here on are milliseconds since the epoch, smaller ones seconds: 1973 in milliseconds, the year 5138 in seconds. */
const FIRST_MILLISECONDS = 100_000_000_000;
const ISO_8601 = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** A point in time: ISO 8601, or seconds or milliseconds since the epoch. A `Date` once it is parsed. */
export const TimeSchema = v.pipe(
  v.union(
    [v.pipe(v.string(), v.regex(ISO_8601, 'must be ISO 8601')), v.number()],
    'must be ISO 8601, or seconds or milliseconds since the epoch',
  ),
  v.transform((time) => new Date(typeof time === 'number' && time < FIRST_MILLISECONDS ? time * 1000 : time)),
  v.date('must be a time that exists'),
);

/** One entry of an envelope's `errors`. */
export const ErrorEntrySchema = v.object({ code: v.optional(v.number()), error: v.optional(v.string()) });

const envelopeEntries = { code: v.optional(v.number()), errors: v.optional(v.array(ErrorEntrySchema)) };

/** What `account/*` and `hubs*` answer, refusals included, where nobody reads `data`. */
export const EnvelopeSchema = v.object({ ...envelopeEntries, data: v.optional(v.unknown()) });

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
export const AccountAnswerSchema = v.object({ ...envelopeEntries, data: AccountSchema });

/** Answer of `PUT account/lastseen`, which has no body; the specification does not show whether the answer has one. */
export const LastSeenAnswerSchema = v.optional(v.object(EnvelopeSchema.entries));

/** Answer of `GET account/logout`. */
export const LogoutAnswerSchema = v.object(EnvelopeSchema.entries);

/** The hub types that the portal knows; a hub of another type is a hub all the same. */
export const HUB_TYPES = ['HUB', 'CUI100', 'REARLIGHT'] as const;
/** Whether a hub is shared. */
export const SharingModeSchema = v.picklist(['public', 'off']);

/** One hub of `GET hubs` (section 3). Serials are texts: leading zeros count. */
export const HubSchema = v.object({
  serial: v.string(),
  partNumber: v.string(),
  activationTime: TimeSchema,
  sharingMode: SharingModeSchema,
  /** One of `HUB_TYPES`, or a type of tomorrow. */
  type: v.string(),
  role: v.picklist(['owner', 'guest']),
});
/** Answer of `GET hubs`. */
export const HubsAnswerSchema = v.object({ ...envelopeEntries, data: v.array(HubSchema) });

/** Body of `PUT hubs/{serial}+{partNumber}/settings`. */
export const HubSettingsRequestSchema = v.object({ sharingMode: SharingModeSchema });
/** Answer of `PUT hubs/{serial}+{partNumber}/settings`: without `data` nobody knows that it was changed. */
export const HubSettingsAnswerSchema = v.object({ ...envelopeEntries, data: v.nonNullish(v.unknown()) });

/** Answer of `DELETE hubs/{serial}+{partNumber}/authorization`: only with `data` is the hub released (section 7). */
export const HubReleaseAnswerSchema = v.object({ ...envelopeEntries, data: v.nonNullish(v.unknown()) });
/** Answer of `GET hubs/{serial}+{partNumber}/release`: without `data` nobody knows that the owner was asked. */
export const HubReleaseRequestAnswerSchema = v.object({ ...envelopeEntries, data: v.nonNullish(v.unknown()) });

/** Body of `POST user/getTokens`. */
export const TokensRequestSchema = v.object({ refreshToken: v.pipe(v.string(), v.nonEmpty()) });
/** Answer of `POST user/getTokens`, without an envelope. */
export const TokensAnswerSchema = v.object({
  access_token: v.pipe(v.string(), v.nonEmpty()),
  refresh_token: v.pipe(v.string(), v.nonEmpty()),
  id_token: v.pipe(v.string(), v.nonEmpty()),
});

/** Query of `GET user/weblogin/`: where to go after sign-in, and the login page for whoever cannot be let in. Absolute addresses. */
export const WebLoginQuerySchema = v.object({
  returnTo: v.pipe(v.string(), v.url()),
  redirectUri: v.pipe(v.string(), v.url()),
});

/** A user as it travels. */
export type WireAccount = v.InferInput<typeof AccountSchema>;
/** A hub as it travels. */
export type WireHub = v.InferInput<typeof HubSchema>;
/** An envelope as it travels. */
export type WireEnvelope = v.InferInput<typeof EnvelopeSchema>;
