import type { User } from '@portal/contract/user';
import type * as v from 'valibot';
import { readResponse } from '@portal/session/http';
import type { Call } from '@portal/session/http';
import { exchange, send, signedInUser } from '../transport.ts';
import { AccountResponseSchema } from '../wire.ts';
import type { AccountSchema } from '../wire.ts';

const CALL: Call = { method: 'GET', path: 'account/' };

function toUser(account: v.InferOutput<typeof AccountSchema>): User {
  return {
    firstName: account.firstname,
    lastName: account.lastname ?? '',
    email: account.email,
    roles: account.roles,
    usesSingleSignOn: account.isBosch,
    language: account.language ?? null,
    country: account.country ?? null,
    lastSeen: account.lastSeen ?? null,
  };
}

/**
 * The account that the tokens belong to. After a 304 without a body, returns the user received last; if there is none, sends
 * one unconditional request.
 * @throws {CallError}
 */
export async function getAccount(): Promise<User> {
  const answer = await exchange(CALL);
  if (answer.status !== 304) return toUser((await readResponse('GET account/', answer, AccountResponseSchema)).data);
  const known = signedInUser();
  return known ?? toUser((await send({ ...CALL, unconditional: true }, AccountResponseSchema)).data);
}
