import { AccountAnswerSchema } from '@portal/api/wire';
import { callerOf } from './caller.ts';
import type { ApiScope } from './valibot-schemas.ts';

/** `GET account/`: who is signed in (specification, sections 3 and 7). */
export function getAccount(app: ApiScope): void {
  const schema = { summary: 'The signed-in user', response: { 200: AccountAnswerSchema } };
  app.get('/account/', { schema }, (request) => {
    const { firstName, lastName, email, roles, usesSingleSignOn, language, country, lastSeen } = callerOf(request);
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
