import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { Actor } from '../release-log/actor.ts';
import { ActorSchema, describeActor } from '../release-log/actor.ts';
import { applyRequest } from './apply-request.ts';
import type { ChangeResult } from './apply-request.ts';
import { planRequest } from './plan-request.ts';
import { incompleteRequest, namedVersions, requestRefusal } from '../policy/release-request.ts';
import type { Refusal } from '../policy/refusal.ts';
import { refuseIfAny, RefusedError } from '../policy/refusal.ts';
import { checkYank } from '../policy/policy.ts';
import type { ReleaseSummary } from '../format/documents.ts';
import { StoreError } from '../store/errors.ts';
import type { Approval, ChangeRequest, ConfigurationRequest } from '../access/requests.ts';
import { ChangeRequestSchema, ConfigurationRequestSchema, PartChangesSchema } from '../access/requests.ts';
import { conflictSince, expectedRelease } from '../store/append-release.ts';
import { approvalKey, approvalOfKey, APPROVALS } from '../format/keys.ts';
import { changesBetween } from '../store/release-diff.ts';
import type { Store } from '../store/store.ts';
import type { Identity } from '../access/allows.ts';
import type { Configuration } from '../access/configuration.ts';
import { configureAccess, expectedConfiguration, readConfiguration, ruleChanges } from '../access/configuration.ts';

/** How long a request waits for its answer. In milliseconds. */
const WAITS_MS = 7 * 24 * 60 * 60 * 1000;

const time = v.pipe(v.string(), v.isoTimestamp());

const AskerSchema = v.strictObject({
  issuer: v.string(),
  subject: v.string(),
  kind: v.picklist(['person', 'pipeline']),
  name: v.string(),
  email: v.optional(v.string()),
  roles: v.pipe(v.array(v.string()), v.readonly()),
  claims: v.record(v.string(), v.string()),
}) satisfies v.GenericSchema<unknown, Identity>;

export const PendingApprovalSchema = v.strictObject({
  schema: v.literal(1),
  at: time,
  actor: ActorSchema,
  /**
   * Who asked, as the rules see it: they have to allow the change when the yes comes, too. Of the claims, those that
   * rules name.
   */
  identity: AskerSchema,
  request: v.union([ChangeRequestSchema, ConfigurationRequestSchema]),
  /** Number of the release that was live, or of the access rules that counted; 0 for none. */
  base: v.number(),
  changes: PartChangesSchema,
  ruleChanges: v.array(v.string()),
});
export const AnswerDocumentSchema = v.strictObject({
  schema: v.literal(1),
  at: time,
  actor: ActorSchema,
  answer: v.picklist(['yes', 'no']),
  reason: v.exactOptional(v.string()),
});

/** A request that was asked for, and waits. */
export interface PendingApproval extends v.InferOutput<typeof PendingApprovalSchema> {
  readonly id: string;
}

const REMEDY = 'Ask for the change again.';

/** What new access rules would change now. @throws {RefusedError} */
async function planRules(store: Store, request: ConfigurationRequest, actor: Actor) {
  refuseIfAny(incompleteRequest({ ...request, by: describeActor(actor) }));
  const base = await expectedConfiguration(store, request.expect);
  return { base, changes: [], ruleChanges: ruleChanges((await readConfiguration(store))?.access, request.access) };
}

/**
 * What a request for a release would change now. @throws {RefusedError} with every rule that it breaks;
 * {ReleaseConflictError}
 */
async function planChanges(store: Store, request: ChangeRequest, actor: Actor) {
  const live = await expectedRelease(store, request.expect);
  const { release, refusals } = await planRequest(store, live, { ...request, by: describeActor(actor) });
  refuseIfAny(refusals);
  return { base: live?.number ?? 0, changes: release ? [...changesBetween(live, release)] : [], ruleChanges: [] };
}

/**
 * Keeps a request until a second person answers. @throws as the request itself would, so that nobody is asked in vain.
 */
export async function askForApproval(
  store: Store,
  { actor, identity, request, now }: Pick<PendingApproval, 'actor' | 'identity' | 'request'> & { now: number },
): Promise<PendingApproval> {
  const plan = 'access' in request ? planRules(store, request, actor) : planChanges(store, request, actor);
  const pending = {
    schema: 1 as const,
    at: new Date(now).toISOString(),
    actor,
    identity,
    request,
    ...(await plan),
  };
  const id = randomBytes(8).toString('hex');
  await store.createDocument(approvalKey(id, 'request'), pending);
  return { ...pending, id };
}

/** A request with its identifier, whatever became of it. @throws {StoreError} when it or its answer is damaged. */
export async function readPendingApproval(store: Store, id: string): Promise<PendingApproval | undefined> {
  const pending = await store.readDocument(approvalKey(id, 'request'), PendingApprovalSchema, REMEDY);
  return pending && { ...pending, id };
}

/** The canary that a request is about: it ends it, or gives it to more visitors. */
function isAbout({ change }: ChangeRequest, name: string, version: string): boolean {
  if (change.action === 'end-canary') return change.names.includes(name);
  return namedVersions(change).some(([part, named]) => part === name && named === version);
}

/** The canaries of the release that a request was asked on; none if that cannot be read any more. */
async function canariesThen(store: Store, { base }: PendingApproval): Promise<ReleaseSummary['canaries']> {
  try {
    return base === 0 ? {} : (await store.readReleaseSummary(base)).canaries;
  } catch (error) {
    if (error instanceof StoreError) return {};
    throw error;
  }
}

/** Why nobody can answer a request any more; empty while somebody can. */
async function whyOver(store: Store, pending: PendingApproval, now: number): Promise<readonly Refusal[]> {
  const { request } = pending;
  if (now >= Date.parse(pending.at) + WAITS_MS)
    return [requestRefusal(`The request of ${pending.at} was not answered in time.`, REMEDY)];
  if ('access' in request) return [];
  const yanks = await Promise.all(
    namedVersions(request.change).map(([name, version]) => checkYank(store, name, version)),
  );
  const canaries = Object.entries(await canariesThen(store, pending));
  const live = await store.latestRelease();
  const ended = canaries.filter(
    ([name, { version }]) => isAbout(request, name, version) && live?.canaries[name]?.version !== version,
  );
  return [
    ...yanks.flat(),
    ...ended.map(([name, { version }]) =>
      requestRefusal(`The canary of ${name} ${version} has ended since the request was made.`, REMEDY, [
        `${name} ${version}`,
      ]),
    ),
  ];
}

/** The requests that wait for an answer, the oldest first. */
export async function listApprovals(store: Store, now: number): Promise<readonly PendingApproval[]> {
  const keys = (await store.documentKeys(APPROVALS)).map(approvalOfKey).filter((key) => key !== undefined);
  const closed = new Set(keys.filter(({ document }) => document === 'answer').map(({ id }) => id));
  const open = keys.filter(({ id, document }) => document === 'request' && !closed.has(id));
  const waiting = await Promise.all(
    open.map(async ({ id }) => {
      const pending = await readPendingApproval(store, id);
      return pending && (await whyOver(store, pending, now)).length === 0 ? [pending] : [];
    }),
  );
  return waiting.flat().sort((a, b) => a.at.localeCompare(b.at));
}

/**
 * A request that waits; undefined if there never was one. @throws {RefusedError} if it was answered, or waits no more.
 */
export async function readApproval(store: Store, id: string, now: number): Promise<PendingApproval | undefined> {
  const pending = await readPendingApproval(store, id);
  if (!pending) return undefined;
  const answer = await store.readDocument(approvalKey(id, 'answer'), AnswerDocumentSchema, REMEDY);
  if (answer) throw answered(describeActor(answer.actor), answer.answer);
  refuseIfAny(await whyOver(store, pending, now));
  return pending;
}

function answered(who: string, answer: string): RefusedError {
  return new RefusedError([requestRefusal(`${who} has answered this request already: ${answer}.`, REMEDY)]);
}

/** What a yes stands for is what was asked: the same changes, or a conflict with what was released meanwhile. */
async function checkUnchanged(
  store: Store,
  request: ChangeRequest,
  { actor, base, changes }: PendingApproval,
): Promise<number> {
  const plan = await planChanges(store, request, actor);
  if (isDeepStrictEqual(plan.changes, changes)) return plan.base;
  throw await conflictSince(store, base);
}

async function keepAnswer(
  store: Store,
  id: string,
  answer: Omit<v.InferOutput<typeof AnswerDocumentSchema>, 'schema'>,
): Promise<void> {
  const created = await store.createDocument(approvalKey(id, 'answer'), { schema: 1, ...answer });
  if (created === 'exists' && answer.answer === 'no') throw answered('Somebody', 'look at the history');
}

interface ApprovalAnswer {
  readonly actor: Actor;
  readonly reason?: string | undefined;
  readonly now: number;
}

const getAnswer = (answer: 'yes' | 'no', { actor, reason, now }: ApprovalAnswer) => ({
  at: new Date(now).toISOString(),
  actor,
  answer,
  ...(reason !== undefined && { reason }),
});

/** Answers with a no. @throws {RefusedError} when somebody else was faster. */
export async function decline(store: Store, { id }: PendingApproval, answer: ApprovalAnswer): Promise<void> {
  await keepAnswer(store, id, getAnswer('no', answer));
}

/** Who made the change: the one who asked, with the one who said yes. */
export function approvedActor({ actor }: PendingApproval, approver: Actor): Actor {
  if (actor.kind === 'watcher' || actor.kind === 'operator' || approver.kind !== 'person') return actor;
  const { issuer, subject, name } = approver;
  return { ...actor, approvedBy: { issuer, subject, name } };
}

/**
 * Carries a change of the access rules out. @throws {RefusedError} when others count than those that it was asked for.
 */
async function configureApproved(
  store: Store,
  { base }: PendingApproval,
  { access, reason }: ConfigurationRequest,
  by: string,
) {
  return { configuration: await configureAccess(store, { access, reason, by, expect: base }) };
}

/**
 * Carries an approved request out. The answer is kept last: after a crash in between the request still waits, and a
 * second yes meets either the change of the first one (a conflict) or nothing of it.
 * @throws as the request itself would; {ReleaseConflictError} when it would change something else than what was asked.
 */
export async function approve(
  store: Store,
  pending: PendingApproval,
  answer: ApprovalAnswer,
  metricsUrls: readonly string[],
): Promise<ChangeResult | { readonly configuration: Configuration }> {
  const by = describeActor(approvedActor(pending, answer.actor));
  const carryOut = async () => {
    if ('access' in pending.request) return configureApproved(store, pending, pending.request, by);
    const expect = await checkUnchanged(store, pending.request, pending);
    const { actsFor: _said, ...request } = pending.request;
    return applyRequest(store, { ...request, by, expect }, metricsUrls);
  };
  const result = await carryOut();
  await keepAnswer(store, pending.id, getAnswer('yes', answer));
  return result;
}

/** An approval as the service tells it. */
export function toApproval(
  { at, identity: _identity, base: _base, schema: _schema, ...pending }: PendingApproval,
  mayAnswer: boolean,
): Approval {
  return { ...pending, at, until: new Date(Date.parse(at) + WAITS_MS).toISOString(), mayAnswer };
}
