import type { ReleaseRequest } from '../operations/release-request.ts';
import type { Permission } from '../service-api/identity.ts';
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
  /** The person who started a pipeline, if its issuer tells. */
  readonly startedBy?: string | undefined;
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

/** Whether any rule names the identity, whatever it allows. */
export function isKnown({ rules }: Access, identity: Identity): boolean {
  return rules.some(({ who }) => isMeant(who, identity));
}

/** The identity with those of its claims that rules name: what is kept of it says no more than it has to. */
export function asRulesSee({ rules }: Access, identity: Identity): Identity {
  const named = new Set(rules.flatMap(({ who }) => Object.keys(who.claims ?? {})));
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

/** What a request needs: the right to an action, for each of its parts. */
export function neededFor({ change }: Pick<ReleaseRequest, 'change'>): {
  readonly action: 'canary' | 'promote' | 'rollback' | 'yank';
  readonly parts: readonly string[];
} {
  if (change.action === 'promote')
    return { action: change.percent === undefined ? 'promote' : 'canary', parts: Object.keys(change.versions) };
  if (change.action === 'rollback') return { action: 'rollback', parts: [change.name, ...(change.together ?? [])] };
  return { action: 'yank', parts: [change.name] };
}

/** The parts of a request whose change needs a second person's yes. */
export function needingApproval({ approvals }: Access, request: Pick<ReleaseRequest, 'change'>): readonly string[] {
  const { action, parts } = neededFor(request);
  return parts.filter((part) =>
    approvals.some((each) => each.changes.includes(action) && (each.parts === '*' || each.parts.includes(part))),
  );
}
