import { parseInput } from '@portal/contract/parse';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { answerFailure } from './refusal.ts';
import { refuseOtherSites } from './request-origin.ts';
import { identityRecords } from './database/schema.ts';
import { removeToolToken } from './database/tool-token.ts';
import { BehaviourSchema } from './control/behaviours.ts';
import { createPerson } from './control/create-person.ts';
import { FaultSchema } from './control/faults.ts';
import { findPerson, PersonRequestSchema } from './control/person-request.ts';
import type { Services } from './services.ts';

const ClearQuerySchema = v.object({ email: v.optional(v.string()) });
const PersonParamsSchema = v.object({ email: v.string() });

function faultRoutes(app: FastifyInstance, { db, faults }: Services): void {
  const schema = { hide: true };
  app.post('/faults', { schema }, async ({ body }, reply) => {
    const fault = parseInput('fault', FaultSchema, body);
    const { identityId } = fault.email === undefined ? {} : await findPerson(db, fault.email, 400);
    faults.add(fault, identityId);
    return reply.code(201).send({});
  });
  app.delete('/faults', { schema }, ({ query }) => {
    const { email } = parseInput('query', ClearQuerySchema, query);
    return { cleared: faults.clear(email) };
  });
}

function peopleRoutes(app: FastifyInstance, { db, behaviours, issuedTokens }: Services): void {
  const schema = { hide: true };
  const personIn = async (params: unknown) =>
    (await findPerson(db, parseInput('path', PersonParamsSchema, params).email, 404)).identityId;

  app.post('/people', { schema }, async ({ body }, reply) =>
    reply.code(201).send(await createPerson(db, parseInput('person', PersonRequestSchema, body))),
  );
  app.post('/people/:email/behaviour', { schema }, async ({ params, body }) => {
    behaviours.set(await personIn(params), parseInput('behaviour', BehaviourSchema, body));
    return {};
  });
  app.post('/people/:email/sign-out-everywhere', { schema }, async ({ params }) => {
    const subject = await personIn(params);
    issuedTokens.expireAll(subject);
    // Refresh tokens, sessions and grants.
    await db.delete(identityRecords).where(eq(sql`${identityRecords.payload} ->> 'accountId'`, subject));
    await removeToolToken(db, subject);
    return {};
  });
}

/** Routes for tests, under the prefix `/control`: faults and people. Only with the option `control`. */
export async function controlRoutes(app: FastifyInstance, control: Services): Promise<void> {
  // Only JSON: a page of another site could send a form or plain text without a preflight request.
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(answerFailure(control.settings));
  app.addHook('onRequest', refuseOtherSites);
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  faultRoutes(app, control);
  peopleRoutes(app, control);
}
