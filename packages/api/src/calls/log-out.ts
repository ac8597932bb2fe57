import { send } from '../transport.ts';
import { LogoutResponseSchema } from '../wire.ts';

/** Logs out at the API, with its own cookies. The session here ends by `session.signOut(logOut)`. @throws {CallError} */
export async function logOut(): Promise<void> {
  await send({ method: 'GET', path: 'account/logout', changes: true, withCredentials: true }, LogoutResponseSchema);
}
