import type { ReleaseRequest } from '../policy/release-request.ts';
import type { ConfigurationRequest } from '../access/requests.ts';
import type { Permission } from './identity.ts';
import type { Access, AccessWho } from './access.ts';

/** Who a token has proved to be, as the rules see it. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly kind: 'person' | 'pipeline';
  readonly name: string;
  /** Only if the issuer has verified it. */
  readonly email?: string | undefined;
  readonly roles: readonly string[];
  /** Further claims of the token, as texts. */
  readonly claims: Readonly<Record<string, string>>;
}

const SEGMENTS = /([/:])/;

function matchesSegment(pattern: string, segment: string): boolean {
  const [before, after] = pattern.split('*');
  if (before === undefined || after === undefined) return pattern === segment;
  // The star stands for something: "ref:" alone is no branch.
  return segment.length > before.length + after.length && segment.startsWith(before) && segment.endsWith(after);
}

/** Whether a subject fits a pattern, segment by segment: "repo:acme/*:ref:refs/heads/main". */
export function matchesSubject(pattern: string, subject: string): boolean {
  const [expected, found] = [pattern.split(SEGMENTS), subject.split(SEGMENTS)];
  return expected.length === found.length && expected.every((each, index) => matchesSegment(each, found[index] ?? ''));
}

function isMeant({ issuer, subject, email, role, claims = {} }: AccessWho, identity: Identity): boolean {
  return (
    issuer === identity.issuer &&
    (subject === undefined || matchesSubject(subject, identity.subject)) &&
    (email === undefined || email.toLowerCase() === identity.email?.toLowerCase()) &&
    (role === undefined || identity.roles.includes(role)) &&
    Object.entries(claims).every(([name, value]) => identity.claims[name] === value)
  );
}

/** What a pipeline's subject says of its project, without branch or environment: "project_path:acme/mfe-hubs". */
const cutToProject = (subject: string) => subject.split(':', 2).join(':');

/**
 * What the rules for a pipeline's project want of its token, such as `"repo:acme/mfe-hubs:ref:refs/heads/main"`;
 * undefined if there are none. Rules for other projects stay unsaid, because anybody's pipeline may ask. With
 * `permission`: only rules that allow it for the part.
 */
export function describeWanted(
  { rules }: Access,
  { kind, issuer, subject }: Identity,
  permission?: Permission,
  part?: string,
): string | undefined {
  const wanted = rules
    .filter(
      ({ who, may, parts }) =>
        kind === 'pipeline' &&
        issuer === who.issuer &&
        who.subject !== undefined &&
        matchesSubject(cutToProject(who.subject), cutToProject(subject)) &&
        (permission === undefined || (may.includes(permission) && (parts === '*' || parts.includes(part ?? '')))),
    )
    .map(({ who: { subject: pattern = '', claims = {} } }) =>
      [`"${pattern}"`, ...Object.entries(claims).map(([name, value]) => `${name} "${value}"`)].join(' with '),
    );
  return wanted.length === 0 ? undefined : [...new Set(wanted)].join(', or ');
}

/** Whether any rule names the identity, whatever it allows. */
export function isKnown({ rules }: Access, identity: Identity): boolean {
  return rules.some(({ who }) => isMeant(who, identity));
}

/** The identity with those of its claims that rules name: what is kept of it says no more than it has to. */
export function asRulesSee({ issuers, rules }: Access, identity: Identity): Identity {
  const named = new Set([
    ...rules.flatMap(({ who }) => Object.keys(who.claims ?? {})),
    ...issuers.flatMap(({ startedBy }) => startedBy?.claim ?? []),
  ]);
  const claims = Object.entries(identity.claims).filter(([name]) => named.has(name));
  return { ...identity, claims: Object.fromEntries(claims) };
}

/** What the identity may do, and with which parts. */
export function allowedTo({ rules }: Access, identity: Identity): Pick<Access['rules'][number], 'may' | 'parts'>[] {
  return rules.filter(({ who }) => isMeant(who, identity)).map(({ may, parts }) => ({ may, parts }));
}

/** Whether the identity may do it with the part; `undefined` is the whole store. */
export function isAllowed(access: Access, identity: Identity, action: Permission, part: string | undefined): boolean {
  return allowedTo(access, identity).some(
    ({ may, parts }) => may.includes(action) && (parts === '*' || (part !== undefined && parts.includes(part))),
  );
}

/** A share of the visitors, in per cent, that tells a canary from a promotion. */
const PROMOTION_FROM = 50;

/** What somebody asks for: another release, or other access rules. */
export type Wanted = Pick<ReleaseRequest, 'change'> | Pick<ConfigurationRequest, 'access'>;

/** What a request needs: the right to an action, for each of its parts or for the store. */
export function neededFor(wanted: Wanted): {
  readonly action: 'canary' | 'promote' | 'rollback' | 'yank' | 'configure';
  readonly parts: readonly string[] | 'the store';
} {
  if ('access' in wanted) return { action: 'configure', parts: 'the store' };
  const { change } = wanted;
  if (change.action === 'promote')
    return { action: change.percent === undefined ? 'promote' : 'canary', parts: Object.keys(change.versions) };
  // Whoever may go back may end what only some visitors get.
  if (change.action === 'end-canary') return { action: 'rollback', parts: change.names };
  return { action: change.action, parts: [change.name] };
}

/** The largest share of the visitors that a request gives its versions, by and by; undefined if it is no canary. */
function largestShare(wanted: Wanted): number | undefined {
  if ('access' in wanted || wanted.change.action !== 'promote') return undefined;
  const { percent, stages = [] } = wanted.change;
  return percent === undefined ? undefined : Math.max(percent, ...stages.map((stage) => stage.percent));
}

/** The parts of a request, or the store, whose change needs a second person's yes. */
export function needingApproval({ approvals }: Access, wanted: Wanted): readonly string[] {
  const { action, parts } = neededFor(wanted);
  const share = largestShare(wanted);
  const rules = approvals.filter(
    ({ changes, promotionFrom = PROMOTION_FROM }) =>
      changes.includes(action) || (share !== undefined && share >= promotionFrom && changes.includes('promote')),
  );
  const isNamed = (part: string) => rules.some((rule) => rule.parts === '*' || rule.parts.includes(part));
  return (parts === 'the store' ? [parts] : parts).filter(isNamed);
}
