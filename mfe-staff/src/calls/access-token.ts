import { send } from '@portal/api';
import { AccessTokenResponseSchema } from '@portal/staff-api/wire';
import type * as v from 'valibot';
import { orRefusal } from './refusal.ts';

/** A token for tools, and until when it is good. */
export type AccessToken = v.InferOutput<typeof AccessTokenResponseSchema>['data'];

/** The temporary token of this account; undefined if none is saved. @throws {CallError} */
export async function getAccessToken(): Promise<AccessToken | undefined> {
  const call = send({ method: 'GET', path: 'staff/access-token' }, AccessTokenResponseSchema);
  const answer = await orRefusal(call, ['NO_TOKEN_SAVED']);
  return answer === 'NO_TOKEN_SAVED' ? undefined : answer.data;
}
