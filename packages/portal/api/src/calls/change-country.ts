import { CallError } from '@portal/session';
import { send } from '../transport.ts';
import { COUNTRY_SAVED, CountryResponseSchema } from '../wire.ts';

const OPERATION = 'PUT account/country';

/**
 * Saves the country with this code. @throws {CallError} `refused` unless the answer has the code of success (section
 * 8).
 */
export async function changeCountry(code: string): Promise<void> {
  const answer = await send(
    { method: 'PUT', path: 'account/country', body: { country: code.toLowerCase() } },
    CountryResponseSchema,
  );
  if (answer.code !== COUNTRY_SAVED) throw new CallError(OPERATION, 'refused', { codes: [{ code: answer.code }] });
}
