import { AccountResponseSchema } from '@portal/api/wire';
import { DEVELOPER_ROLE } from '@portal/contract/user';
import type { Behaviours } from '../control/behaviours.ts';
import { callerOf } from './caller.ts';
import type { ApiScope } from '@portal/node-kit/api-scope';

/** `GET account/`: who is signed in (specification, sections 3 and 7). */
export function getAccount(app: ApiScope, behaviours: Behaviours | undefined): void {
  const schema = { summary: 'The signed-in user', response: { 200: AccountResponseSchema } };
  app.get('/account/', { schema }, (request) => {
    const caller = callerOf(request);
    const { firstName, lastName, email, usesSingleSignOn, language, country, lastSeen } = caller;
    const lags = behaviours?.lacksNewRole(caller.identityId);
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
