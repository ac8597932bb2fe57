import { send } from '../transport.ts';
import { DeveloperResponseSchema } from '../wire.ts';

/**
 * Accepts the developer terms: the PDF at the absolute address `url`. @throws {CallError} `malformed` also for an
 * answer without `data`.
 */
export async function becomeDeveloper(url: string): Promise<void> {
  await send({ method: 'POST', path: 'account/developer', body: { url } }, DeveloperResponseSchema);
}
