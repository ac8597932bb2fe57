import { wireAccount } from '@portal/api/testing';
import type { FakeResponse, FakeResponses } from '@portal/api/testing';
import { LANGUAGES } from '@portal/contract/language';

/** An account with a password of its own. */
export const OWN_LOGIN = { isBosch: false };

/** Answer of `GET account/`. */
export function accountResponse(account: Parameters<typeof wireAccount>[0] = {}): FakeResponse {
  return { body: { data: wireAccount(account) } };
}

const COUNTRIES: FakeResponse = {
  body: {
    data: [
      { countryCode: 'se', countryName: 'Sweden' },
      { countryCode: 'de', countryName: 'Germany' },
      { countryCode: 'nl', countryName: 'Netherlands' },
      { countryCode: 'zz', countryName: 'GENERIC_INACTIVE_EU' },
    ],
  },
};

/** What the API answers unless a state or a test says otherwise. */
export const ANSWERS: FakeResponses = {
  'GET hubs': { body: { data: [] } },
  'PUT account/general': { body: { data: {} } },
  'PUT account/country': { body: { code: 3_000_012 } },
  'PUT account/email': { body: { data: {} } },
  'PUT account/password': { body: { data: {} } },
  'GET account/notifications': { body: { data: { consent: false, at: null } } },
  // No customer service.
  'GET account/staff-access': { status: 404, body: { errors: [{ error: 'NOT_FOUND' }] } },
  'POST account/destroy': { body: { data: {} } },
  ...Object.fromEntries(LANGUAGES.map((language) => [`GET hc-terms-and-conditions/all?lang=${language}`, COUNTRIES])),
};
