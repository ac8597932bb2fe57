import { send } from '../transport.ts';
import { DoneResponseSchema } from '../wire.ts';

/**
 * Logs out at the API and sends the API's cookies. `session.signOut(logOut)` also ends the session here.
 * @throws {CallError}
 */
export async function logOut(): Promise<void> {
  await send(
    { method: 'GET', path: 'account/logout', changes: true, withCredentials: true, unattended: true, leaves: true },
    DoneResponseSchema,
  );
}
