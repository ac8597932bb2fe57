import type { ApiScope } from '@portal/node-kit/api-scope';
import { asRulesSee, neededFor, needingApproval } from '@portal/release/access/allows';
import {
  approve,
  approvedActor,
  askForApproval,
  decline,
  isSecondPerson,
  listApprovals,
  readApproval,
  toApproval,
} from '@portal/release/access/approvals';
import type { Asked } from '@portal/release/access/approvals';
import { applyAndAwait } from '@portal/release/operations/apply-and-await';
import type { ServedChange } from '@portal/release/operations/apply-and-await';
import { judgedChange } from '@portal/release/operations/forward-rollback';
import {
  AnswerSchema,
  ApprovalsSchema,
  ChangeRequestSchema,
  DeclinedSchema,
  ServedChangeSchema,
  WaitingSchema,
} from '@portal/release/service-api/changes';
import { id } from '@portal/release/service-api/fields';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { RefusedError } from '@portal/release/refusal';
import { Caller } from '../access/caller.ts';
import { callerOf } from '../access/guard.ts';
import { ServiceProblem } from '../problem.ts';
import type { RouteOptions } from './route-options.ts';

const IdSchema = v.strictObject({ id });

const EVENTS = { released: 'released', yanked: 'yanked', unchanged: 'unchanged' } as const;

function mayAnswer(caller: Caller, asked: Asked): boolean {
  return caller.may('approve', neededFor(asked.request).parts) && isSecondPerson(asked, caller.identity);
}

function notASecondPerson(name: string): RefusedError {
  return new RefusedError([
    {
      rule: 'not-allowed',
      sides: [name, 'the request'],
      problem: `${name} cannot be the second person: only somebody else than who asked, or who started what asked, can.`,
      remedy: 'Ask a colleague who may approve.',
    },
  ]);
}

/** A pipeline may ask only if its token says who started it: else this person could be the second one, too. @throws {RefusedError} */
function requireStarter({ access, identity, name }: Caller): void {
  const claim = access.issuers.find(({ issuer }) => issuer === identity.issuer)?.startedBy;
  if (claim === undefined || identity.startedBy !== undefined) return;
  throw new RefusedError([
    {
      rule: 'not-allowed',
      sides: [name, 'the request'],
      problem: `The change needs a second person, and the token of ${name} does not say who the first is: it lacks the claim "${claim}".`,
      remedy: 'Ask for the change yourself, or start the pipeline so that its CI knows who did.',
    },
  ]);
}

/** Release requests, and the second person's answers to those that need one. */
export function requestRoutes(app: ApiScope, options: RouteOptions): void {
  const { store: readStore, storeFor, metricsUrls, events, now } = options;
  const record = (request: FastifyRequest, who: string, what: string, { outcome, release }: ServedChange) =>
    events.record(request, { event: EVENTS[outcome], who, what, release: release?.number });
  const describe = (change: { readonly change: Parameters<typeof neededFor>[0]['change'] }) => {
    const { action, parts } = neededFor(change);
    return `${action} ${parts.join(' ')}`;
  };

  app.post(
    '/requests',
    {
      schema: {
        summary: 'Promotes, starts a canary, rolls back or yanks. The token says who asks.',
        body: ChangeRequestSchema,
        response: { 200: ServedChangeSchema, 202: WaitingSchema },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const caller = callerOf(request);
      const judged = { change: await judgedChange(readStore, body) };
      const { action, parts } = neededFor(judged);
      caller.require(action, parts);
      const actor = caller.actor(body.actsFor);
      const store = storeFor(actor);
      if (needingApproval(caller.access, judged).length > 0) {
        requireStarter(caller);
        const asked = await askForApproval(store, {
          actor,
          identity: asRulesSee(caller.access, caller.identity),
          request: body,
          now: now(),
        });
        events.record(request, { event: 'approval-asked', who: caller.logged, what: describe(body) });
        return reply.code(202).send({ waits: toApproval(asked, false) });
      }
      const { actsFor, ...rest } = body;
      const result = await applyAndAwait(store, { ...rest, by: caller.by(actsFor) }, metricsUrls);
      record(request, caller.logged, describe(body), result);
      return reply.code(200).send(result);
    },
  );

  app.get(
    '/approvals',
    { schema: { summary: 'The requests that wait for a second person.', response: { 200: ApprovalsSchema } } },
    async (request) => {
      const caller = callerOf(request);
      const waiting = await listApprovals(storeFor(caller.actor()), now());
      return { approvals: waiting.map((asked) => toApproval(asked, mayAnswer(caller, asked))) };
    },
  );

  app.post(
    '/approvals/:id',
    {
      schema: {
        summary: 'The answer of a second person. A yes carries the request out.',
        params: IdSchema,
        body: AnswerSchema,
        response: { 200: v.union([ServedChangeSchema, DeclinedSchema]) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { answer, reason, actsFor } = request.body;
      const actor = caller.actor(actsFor);
      const asked = await readApproval(storeFor(actor), request.params.id, now());
      if (!asked) throw new ServiceProblem(404, 'missing', 'There is no such request.');
      const { parts } = neededFor(asked.request);
      caller.require('approve', parts);
      if (!isSecondPerson(asked, caller.identity)) throw notASecondPerson(caller.name);
      const given = { actor, reason, now: now() };
      if (answer === 'no') {
        await decline(storeFor(actor), asked, given);
        events.record(request, { event: 'approval-declined', who: caller.logged, what: describe(asked.request) });
        return { outcome: 'declined' as const };
      }
      // Who asked may have lost the right since.
      const judged = neededFor({ change: await judgedChange(readStore, asked.request) });
      new Caller(asked.identity, caller.access, 0).require(judged.action, judged.parts);
      const result = await approve(storeFor(approvedActor(asked, actor)), asked, given, metricsUrls);
      record(request, caller.logged, describe(asked.request), result);
      return result;
    },
  );
}
