import { CallError } from '@portal/session';
import { send } from '../transport.ts';
import { COUNTRY_SAVED, CountryResponseSchema } from '../wire.ts';

const OPERATION = 'PUT account/country';

/** Saves the country, given by its code. @throws {CallError} `refused` for every code but the one of success (section 8). */
export async function changeCountry(code: string): Promise<void> {
  const answer = await send(
    { method: 'PUT', path: 'account/country', body: { country: code.toLowerCase() } },
    CountryResponseSchema,
  );
  if (answer.code !== COUNTRY_SAVED) throw new CallError(OPERATION, 'refused', { codes: [{ code: answer.code }] });
}
