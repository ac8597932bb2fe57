import { partName } from '@portal/contract/declaration';
import { secureAddress } from '@portal/node-kit/setting-table';
import * as v from 'valibot';
import { RequirementsSchema } from '../policy/requirements.ts';
import type { Permission } from '../service-api/identity.ts';
import { PERMISSIONS } from '../service-api/identity.ts';

/** These concern no part, so a rule allows them only for all parts. */
const OF_THE_STORE: ReadonlySet<Permission> = new Set(['prune', 'configure']);

const text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(500));

/** An address without a slash at the end; http only on this machine. */
const issuerAddress = v.pipe(
  text,
  v.check(
    (address) => secureAddress(address) !== undefined && !address.endsWith('/'),
    'expected an address with https and without a slash at the end, such as "https://gitlab.example.com"',
  ),
);

const IssuerSchema = v.strictObject({
  /** As the `iss` claim of its tokens has it. */
  issuer: issuerAddress,
  /** Tokens must be for exactly one of these. */
  audiences: v.pipe(v.array(text), v.minLength(1)),
  kind: v.picklist(['person', 'pipeline']),
  /** The claim that names the identity in the history: `email`, `project_path`, `repository`. */
  name: text,
  /** The claim that says which person started a pipeline, so that this person does not count as the second one. */
  startedBy: v.exactOptional(text),
});
export type AccessIssuer = v.InferOutput<typeof IssuerSchema>;

/** A `*` stands for any text within one segment, between `/` and `:`; one in a segment at most, so that matching is cheap. */
const subjectPattern = v.pipe(
  text,
  v.check(
    (pattern) => pattern.split(/[/:]/).every((segment) => segment.split('*').length <= 2),
    'expected at most one "*" between "/" and ":"',
  ),
  v.check((pattern) => /[^*/:]/.test(pattern), 'expected more than "*"'),
);

const WhoSchema = v.pipe(
  v.strictObject({
    issuer: issuerAddress,
    subject: v.exactOptional(subjectPattern),
    email: v.exactOptional(v.pipe(text, v.email())),
    role: v.exactOptional(text),
    /** Further claims of the token that must be exactly so: { "ref_protected": "true" }. */
    claims: v.exactOptional(v.record(text, text)),
  }),
  v.check(
    ({ subject, email, role }) => [subject, email, role].some((each) => each !== undefined),
    'expected "subject", "email" or "role"',
  ),
);
export type AccessWho = v.InferOutput<typeof WhoSchema>;

const parts = v.union([v.literal('*'), v.pipe(v.array(partName), v.minLength(1))]);

const RuleSchema = v.pipe(
  v.strictObject({ who: WhoSchema, may: v.pipe(v.array(v.picklist(PERMISSIONS)), v.minLength(1)), parts }),
  v.check(
    ({ may, parts: named }) => named === '*' || !may.some((action) => OF_THE_STORE.has(action)),
    '"prune" and "configure" concern the whole store: expected "parts": "*"',
  ),
);

const CHANGES = ['canary', 'promote', 'rollback', 'yank'] as const satisfies readonly Permission[];

export const AccessSchema = v.pipe(
  v.strictObject({
    /** Whose tokens count. */
    issuers: v.array(IssuerSchema),
    /** Who may do what with which part; what no rule allows is refused. */
    rules: v.array(RuleSchema),
    /** Which changes of which parts need a second person's yes. */
    approvals: v.exactOptional(v.array(v.strictObject({ changes: v.array(v.picklist(CHANGES)), parts })), []),
    /** What a version of a part needs before visitors get it; "*" is every part that is not named. */
    requires: v.exactOptional(v.record(v.union([v.literal('*'), partName]), RequirementsSchema), {}),
  }),
  v.check(
    ({ issuers }) => new Set(issuers.map(({ issuer }) => issuer)).size === issuers.length,
    'expected each issuer once, with all of its audiences',
  ),
  v.check(
    ({ issuers, rules }) => rules.every(({ who }) => issuers.some(({ issuer }) => issuer === who.issuer)),
    'expected only issuers in "rules" that "issuers" has',
  ),
);
/** The access rules: who may ask the release service for what. */
export type Access = v.InferOutput<typeof AccessSchema>;
