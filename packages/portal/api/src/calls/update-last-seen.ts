import { send } from '../transport.ts';
import { DoneResponseSchema } from '../wire.ts';

/** Records at the API that the user is here today. @throws {CallError} */
export async function updateLastSeen(): Promise<void> {
  await send({ method: 'PUT', path: 'account/lastseen', unattended: true }, DoneResponseSchema);
}
