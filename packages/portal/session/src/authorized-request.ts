import { CallError } from './call-error.ts';
import { getOperation, request } from './http.ts';
import type { ApiResponse, Call } from './http.ts';
import { session } from './session.ts';

/** A 401 that a call has got already, and the access token that it was sent with. */
interface EarlierRefusal {
  readonly answer: ApiResponse;
  readonly token: string | undefined;
}

/** A new access token; undefined if the session is over. @throws {CallError} named after `call`. */
async function refresh(call: Call, rejectedToken: string | undefined, generation: number): Promise<string | undefined> {
  try {
    return await session.refresh(rejectedToken, generation, call.leaves);
  } catch (cause) {
    const { kind, status } = cause instanceof CallError ? cause : { kind: 'unavailable' as const, status: undefined };
    throw new CallError(getOperation(call), kind, { status, cause });
  }
}

/** @throws {CallError} if the tokens have become those of another user: nothing of one user is sent as another. */
async function checkStillSame(call: Call, generation: number): Promise<void> {
  if (call.tellsUser || call.leaves || (await session.isStill(generation))) return;
  throw new CallError(getOperation(call), 'unauthenticated');
}

/**
 * Sends a call with the access token and resolves with its answer, whatever the status. A 401 refreshes the tokens once
 * and repeats the call once (specification, section 7); nothing else is ever repeated. A call that was refused earlier
 * is not sent again with the same token.
 * @throws {CallError} when there is no answer.
 */
export async function authorizedRequest(call: Call, refusal?: EarlierRefusal): Promise<ApiResponse> {
  if (session.endIfAmbiguous()) throw new CallError(getOperation(call), 'unauthenticated');
  const generation = session.generation();
  await checkStillSame(call, generation);
  const token = session.accessToken();
  const first = refusal && token !== undefined && token === refusal.token ? refusal.answer : await request(call, token);
  if (first.status !== 401) return first;
  const fresh = await refresh(call, token, generation);
  if (fresh === undefined) return first;
  await checkStillSame(call, generation);
  return await request(call, fresh);
}
