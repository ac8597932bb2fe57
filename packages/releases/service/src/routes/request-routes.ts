import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { asRulesSee, needingApproval } from '@portal/release/access/allows';
import { askForApproval, toApproval } from '@portal/release/operations/approvals';
import type { PendingApproval } from '@portal/release/operations/approvals';
import { configureAccess } from '@portal/release/access/configuration';
import { personBehind } from '@portal/release/access/second-person';
import { applyRequest } from '@portal/release/operations/apply-request';
import { RefusedError } from '@portal/release/refusal';
import { ChangeResultSchema, ConfiguredSchema, WaitingSchema } from '@portal/release/service-api/changes';
import { ChangeRequestSchema, ConfigurationRequestSchema } from '@portal/release/access/requests';
import type { FastifyRequest } from 'fastify';
import type { AccessRules } from '../access/access-rules.ts';
import { getCaller } from '../access/authenticate.ts';
import { isDryRun } from '../service-event.ts';
import { describeRequest, judgedRequest, recordResult, requireFor } from './requests.ts';
import type { RouteOptions } from './route-options.ts';

export interface RequestRouteOptions extends RouteOptions {
  readonly rules: AccessRules;
}

/** Asks for another release or for other access rules; both may need a second person. */
export function requestRoutes(app: ApiScope, options: RequestRouteOptions): void {
  const { store: readStore, storeFor, metricsUrls, events, rules, now } = options;

  /**
   * Keeps a request that needs a second person, once it is known who the first is. @throws {RefusedError} if the rules
   * do not allow it.
   */
  async function waitIfNeeded(request: FastifyRequest, body: PendingApproval['request']) {
    const caller = getCaller(request);
    const judged = await judgedRequest(readStore, body);
    requireFor(caller, judged);
    if (needingApproval(caller.access, judged).length === 0) return undefined;
    const first = personBehind(caller.access, caller.identity);
    if ('rule' in first) throw new RefusedError([first]);
    const actor = caller.actor(body.actsFor);
    const identity = asRulesSee(caller.access, caller.identity);
    const asked = await askForApproval(storeFor(request, actor), { actor, identity, request: body, now: now() });
    events.record(request, { event: 'approval-asked', who: caller.logged, what: describeRequest(body) });
    return { waits: toApproval(asked, false) };
  }

  app.post(
    '/requests',
    {
      schema: {
        summary: 'Promotes, starts a canary, rolls back or yanks. The token says who asks.',
        body: ChangeRequestSchema,
        response: { 200: ChangeResultSchema, 202: WaitingSchema },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const waiting = await waitIfNeeded(request, body);
      if (waiting && !isDryRun(request)) return reply.code(202).send(waiting);
      const caller = getCaller(request);
      const { actsFor, ...rest } = body;
      const store = storeFor(request, caller.actor(actsFor));
      const result = await applyRequest(store, { ...rest, by: caller.by(actsFor) }, metricsUrls);
      recordResult(request, events, body, result);
      return reply.code(200).send({ ...result, ...(waiting && { needsApproval: true }) });
    },
  );

  app.post(
    '/configuration',
    {
      schema: {
        summary: 'Replaces the access rules.',
        body: ConfigurationRequestSchema,
        response: { 200: ConfiguredSchema, 202: WaitingSchema },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const waiting = await waitIfNeeded(request, body);
      if (waiting) return reply.code(202).send(waiting);
      const caller = getCaller(request);
      const { actsFor, ...rest } = body;
      const store = storeFor(request, caller.actor(actsFor));
      const configuration = await configureAccess(store, { ...rest, by: caller.by(actsFor) });
      rules.forget();
      recordResult(request, events, body, { configuration });
      return reply.code(200).send({ configuration });
    },
  );
}
