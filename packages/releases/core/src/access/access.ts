import { partName } from '@portal/contract/declaration';
import { secureAddress } from '@portal/node-kit/setting-table';
import * as v from 'valibot';
import { RequirementsSchema } from '../policy/requirements.ts';
import type { Permission } from './identity.ts';
import { PERMISSIONS } from './identity.ts';

/** These concern no part, so a rule allows them only for all parts. */
const OF_THE_STORE: ReadonlySet<Permission> = new Set(['prune', 'configure']);

const text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(500));

/** An address without a slash at the end; http only on this machine. */
export const issuerAddress = v.pipe(
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
  /** Of an issuer of people: the audience as which the release command signs them in; "release-command" by default. */
  command: v.exactOptional(text),
  /** Which person started a pipeline, who then is not the second one. */
  startedBy: v.exactOptional(
    v.strictObject({
      /** The claim that says it, best one that nobody can change: `user_id`, `actor_id`. */
      claim: text,
      /** Where people sign in. */
      issuer: issuerAddress,
      /** Value of the claim -> subject at that issuer. */
      subjects: v.record(text, text),
    }),
  ),
});
export type AccessIssuer = v.InferOutput<typeof IssuerSchema>;

/**
 * A `*` stands for any text within one segment, between `/` and `:`; one in a segment at most, so that matching is
 * cheap.
 */
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

const CHANGES = ['canary', 'promote', 'rollback', 'yank', 'configure'] as const satisfies readonly Permission[];

const ApprovalRuleSchema = v.pipe(
  v.strictObject({
    changes: v.array(v.picklist(CHANGES)),
    parts,
    /** The share from which a canary counts as a promotion, in per cent; 50 by default. */
    promotionFrom: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99))),
  }),
  v.check(
    ({ changes, parts: named }) => named === '*' || !changes.includes('configure'),
    '"configure" concerns the whole store: expected "parts": "*"',
  ),
);

export const AccessSchema = v.pipe(
  v.strictObject({
    /** Whose tokens count. */
    issuers: v.array(IssuerSchema),
    /** Who may do what with which part; what no rule allows is refused. */
    rules: v.array(RuleSchema),
    /** Which changes of which parts need a second person's yes. */
    approvals: v.exactOptional(v.array(ApprovalRuleSchema), []),
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
  v.check(
    ({ issuers }) =>
      issuers.every(
        ({ startedBy }) =>
          !startedBy || issuers.some(({ issuer, kind }) => issuer === startedBy.issuer && kind === 'person'),
      ),
    'expected an issuer of the kind "person" in each "startedBy"',
  ),
);
/** The access rules: who may ask the release service for what. */
export type Access = v.InferOutput<typeof AccessSchema>;
