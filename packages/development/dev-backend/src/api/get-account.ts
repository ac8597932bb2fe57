import { AccountResponseSchema } from '@portal/api/wire';
import { DEVELOPER_ROLE } from '@portal/contract/user';
import { callerIn } from './caller.ts';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import type { Services } from '../services.ts';

/** `GET account/`: who is signed in (specification, sections 3 and 7). */
export function getAccount(app: ApiScope, { db, behaviours }: Services): void {
  const schema = { summary: 'The signed-in user', response: { 200: AccountResponseSchema } };
  app.get('/account/', { schema }, async (request) => {
    const caller = await callerIn(db, request);
    const { firstName, lastName, email, usesSingleSignOn, language, country, lastSeen } = caller;
    const lags = behaviours.lacksNewRole(caller.identityId);
    const roles = lags ? caller.roles.filter((role) => role !== DEVELOPER_ROLE) : caller.roles;
    return {
      data: {
        firstname: firstName,
        lastname: lastName,
        email,
        roles,
        isBosch: usesSingleSignOn,
        language,
        country,
        lastSeen: lastSeen?.toISOString() ?? null,
      },
    };
  });
}
