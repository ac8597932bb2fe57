import { send } from '../transport.ts';
import { GeneralResponseSchema } from '../wire.ts';

/**
 * Saves first and last name; an empty last name is sent as null. @throws {CallError} `malformed` also for an answer
 * without `data`.
 */
export async function changeName({ firstName, lastName }: { firstName: string; lastName: string }): Promise<void> {
  await send(
    {
      method: 'PUT',
      path: 'account/general',
      body: { firstname: firstName, lastname: lastName === '' ? null : lastName },
    },
    GeneralResponseSchema,
  );
}
