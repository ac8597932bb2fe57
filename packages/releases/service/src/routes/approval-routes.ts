import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { neededFor } from '@portal/release/access/allows';
import {
  approve,
  approvedActor,
  decline,
  listApprovals,
  readApproval,
  toApproval,
} from '@portal/release/operations/approvals';
import type { PendingApproval } from '@portal/release/operations/approvals';
import { secondPersonRefusal } from '@portal/release/access/second-person';
import { RefusedError } from '@portal/release/refusal';
import { AnsweredSchema, AnswerSchema, ApprovalsSchema } from '@portal/release/service-api/changes';
import { id } from '@portal/release/format/fields';
import * as v from 'valibot';
import { Caller } from '../access/caller.ts';
import { getCaller } from '../access/authenticate.ts';
import { ServiceProblem } from '../problem.ts';
import type { RequestRouteOptions } from './request-routes.ts';
import { describeRequest, judgedRequest, recordResult, requireFor } from './requests.ts';

const IdSchema = v.strictObject({ id });

const findRefusal = ({ access, identity }: Caller, pending: PendingApproval) =>
  secondPersonRefusal(access, pending.identity, identity);
const mayAnswer = (caller: Caller, pending: PendingApproval) =>
  caller.may('approve', neededFor(pending.request).parts) && !findRefusal(caller, pending);

/** The second person's answers to the requests that need one. */
export function approvalRoutes(app: ApiScope, options: RequestRouteOptions): void {
  const { store: readStore, storeFor, metricsUrls, events, rules, now } = options;

  app.get(
    '/approvals',
    { schema: { summary: 'The requests that wait for a second person.', response: { 200: ApprovalsSchema } } },
    async (request) => {
      const caller = getCaller(request);
      const waiting = await listApprovals(storeFor(request, caller.actor()), now());
      return { approvals: waiting.map((pending) => toApproval(pending, mayAnswer(caller, pending))) };
    },
  );

  app.post(
    '/approvals/:id',
    {
      schema: {
        summary: 'The answer of a second person. A yes carries the request out.',
        params: IdSchema,
        body: AnswerSchema,
        response: { 200: AnsweredSchema },
      },
    },
    async (request) => {
      const caller = getCaller(request);
      const { answer, reason, actsFor } = request.body;
      const actor = caller.actor(actsFor);
      const pending = await readApproval(storeFor(request, actor), request.params.id, now());
      if (!pending) throw new ServiceProblem(404, 'missing', 'There is no such request.');
      caller.require('approve', neededFor(pending.request).parts);
      const refusal = findRefusal(caller, pending);
      if (refusal) throw new RefusedError([refusal]);
      const given = { actor, reason, now: now() };
      if (answer === 'no') {
        await decline(storeFor(request, actor), pending, given);
        const what = describeRequest(pending.request);
        events.record(request, { event: 'approval-declined', who: caller.logged, what });
        return { outcome: 'declined' as const };
      }
      // Who asked may have lost the right since.
      requireFor(new Caller(pending.identity, caller.access, 0), await judgedRequest(readStore, pending.request));
      const result = await approve(storeFor(request, approvedActor(pending, actor)), pending, given, metricsUrls);
      rules.forget();
      recordResult(request, events, pending.request, result);
      return result;
    },
  );
}
