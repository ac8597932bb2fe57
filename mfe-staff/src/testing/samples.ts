/** What the API answers in tests and in the catalogue. */
import { wireHub } from '@portal/api/testing';
import type { FakeResponse } from '@portal/api/testing';
import { LANGUAGES } from '@portal/contract/language';
import type { SearchResult } from '../calls/search.ts';
import type { PersonSchema } from '@portal/staff-api/wire';
import type * as v from 'valibot';
import type { CountryRecord } from '../calls/countries.ts';
import type { Statistics } from '../calls/statistics.ts';

/** The signed-in member of staff. */
export const STAFF_EMAIL = 'admin@example.com';
export const staffAccount = (...roles: readonly string[]) => ({ email: STAFF_EMAIL, roles: [...roles] });

/** The answer that refuses a call, with the code of section 8 or our own. */
export const refusal = (status: number, error: string, detail?: string): FakeResponse => ({
  status,
  body: { errors: [{ error, ...(detail !== undefined && { detail }) }] },
});

/** A hub of an account on the wire. */
export function wireStaffHub(changes: Partial<v.InferInput<typeof PersonSchema>['hubs'][number]> = {}) {
  return { ...wireHub({ partNumber: '4021000117' }), firmware: '1.4.2', ...changes };
}

/** The account of a person on the wire. */
export function wirePerson(changes: Partial<v.InferInput<typeof PersonSchema>> = {}) {
  return {
    id: 'a1',
    singleSignOnId: 'sso-1',
    obcId: 'obc-1',
    firstname: 'Olivia',
    lastname: 'Owner',
    email: 'owner@example.com',
    language: 'de',
    registeredAt: '2024-05-06T10:00:00.000Z',
    lastSeen: '2026-01-31T10:00:00.000Z',
    confirmed: true,
    migrated: true,
    roles: ['developer'],
    hubs: [wireStaffHub()],
    refusedMails: [],
    history: [],
    ...changes,
  };
}

/** The answer of `GET staff/people/a1`. */
export const personAnswer = (changes: Parameters<typeof wirePerson>[0] = {}) => ({
  body: { data: wirePerson(changes) },
});

const NAMES: Readonly<Record<string, CountryRecord['name']>> = {
  de: { en: 'Germany', de: 'Deutschland', fr: 'Allemagne', nl: 'Duitsland' },
  se: { en: 'Sweden', de: 'Schweden', fr: 'Suède', nl: 'Zweden' },
  at: { en: 'Austria', de: 'Österreich', fr: 'Autriche', nl: 'Oostenrijk' },
};

function perLanguage<Value>(valueOf: (language: string) => Value) {
  return Object.fromEntries(LANGUAGES.map((language) => [language, valueOf(language)])) as Record<
    (typeof LANGUAGES)[number],
    Value
  >;
}

/** A country on the wire, with all texts in English only. */
export function testCountry(code: string, changes: Partial<CountryRecord> = {}): CountryRecord {
  const only = (language: string, text: string) => (language === 'en' ? text : '');
  return {
    code,
    name: NAMES[code] ?? perLanguage(() => code),
    phonePrefix: '+49',
    active: true,
    newlyAdded: false,
    terms: perLanguage((language) => only(language, 'The terms')),
    promotion: perLanguage((language) => ({
      title: only(language, 'Ride to work'),
      text: only(language, 'Win a helmet.'),
      button: only(language, 'Take part'),
      consent: only(language, 'I agree to emails.'),
    })),
    revision: 3,
    ...changes,
  };
}

/** The answer of `GET staff/countries`. */
export const countries = (...records: CountryRecord[]) => ({ body: { data: records } });

export const MB = 1024 * 1024;
export const FIRMWARE_NAME = 'smart-hub_ota_hub_1.4.0_bus_2.1.0.zip';
const HASH = 'n4bQgYhMfWWaL+qgxVrQFaO/TxsrC0Is0V1sFbDwCgg=';
export const LISTED_FIRMWARE = {
  fileName: 'smart-hub_ota_hub_1.3.0_bus_2.0.0.zip',
  product: 'smart-hub',
  hubVersion: '1.3.0',
  busVersion: '2.0.0',
  size: 12.5 * MB,
  hash: HASH,
  uploadedAt: '2026-05-04T10:00:00.000Z',
  state: 'released',
  history: [
    { state: 'testing', at: '2026-05-04T10:00:00.000Z', by: 'one@example.com', reason: null },
    { state: 'released', at: '2026-05-11T22:30:00.000Z', by: 'other@example.com', reason: 'Tests are done' },
  ],
};
export const ADDED_FIRMWARE = {
  ...LISTED_FIRMWARE,
  fileName: FIRMWARE_NAME,
  hubVersion: '1.4.0',
  busVersion: '2.1.0',
  size: 2.5 * MB,
  state: 'testing',
  history: LISTED_FIRMWARE.history.slice(0, 1),
};

export const LOG = {
  id: '4711',
  type: 'APP',
  identifier: 'a-0042',
  platform: 'Android 15',
  fileName: 'app-4711.zip',
  sizeKb: 12_345,
  createdAt: '2026-05-04T22:30:00.000Z',
};
export const OTHER_LOG = { ...LOG, id: '4710', type: 'REARLIGHT', fileName: 'light-4710.log', sizeKb: 7 };

interface WireEntry {
  readonly id?: string;
  readonly action?: string;
  readonly what?: string | null;
  readonly reason?: string | null;
}

function entry({ id = '7', action = 'deletion-mail-sent', what = null, reason = 'asked by phone' }: WireEntry = {}) {
  const at = '2026-01-31T23:05:00.000Z';
  return { id, at, action, by: { id: 's1', email: 'support@example.com' }, on: 'a1', what, reason };
}

/** An answer of `GET staff/journal`. */
export function journalPage(entries: readonly WireEntry[], places: { previous?: string; next?: string } = {}) {
  const { previous = null, next = null } = places;
  return { body: { data: { entries: entries.map(entry), previous, next } } };
}

/** The answer of `GET staff/oems`. */
export const OEMS = {
  body: {
    data: [
      { id: 'b', name: 'Velo', appIds: 3 },
      { id: 'a', name: 'Acme', appIds: 0 },
    ],
  },
};

export const SERIAL = '0012604417';

/** The answer of `POST staff/people/search`. */
export const foundPeople = (result: Partial<SearchResult> = {}) => ({
  body: { data: { id: null, people: [], more: false, left: { count: 9, seconds: 60 }, ...result } },
});
export const foundPerson = (id: string, hub: SearchResult['people'][number]['hub'] = null) => ({
  id,
  name: `Name ${id}`,
  email: `${id}***@example.com`,
  hub,
});
export const foundHolder = (id: string, role: 'owner' | 'guest') =>
  foundPerson(id, { serial: SERIAL, partNumber: '42', role });

/** The answer of `GET staff/statistics`. */
export function statistics(days: number, changes: Partial<Statistics> = {}) {
  const getDay = (index: number) => new Date(Date.UTC(2026, 10, 26 - days + index + 1)).toISOString().slice(0, 10);
  const each = Array.from({ length: days }, (_day, index) => getDay(index));
  return {
    body: {
      data: {
        accounts: { all: 1200, confirmed: 900, migrated: 0 },
        hubs: [
          { type: 'HUB', guests: 300, shared: 250, all: 1000 },
          { type: '=NEW', guests: 0, shared: 0, all: 1 },
        ],
        releases: each.map((day, index) => ({ day, owner: index, link: 1, staff: index === 0 ? 2 : 0 })),
        signIns: each.map((day) => ({ day, count: 10 })),
        ...changes,
      },
    },
  };
}
