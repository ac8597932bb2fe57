import { HUB_TYPES } from '@portal/api/wire';

/** One password for all identities: they are demo people. */
export const DEMO_PASSWORD = 'ebike-demo-1';
/** The last visit of all demo people. */
export const DEMO_LAST_SEEN = new Date('2026-06-01T09:00:00Z');

/** A demo person: an identity and, unless `account` is null, the account linked to it. */
export interface DemoPerson {
  readonly name: string;
  readonly identityRoles?: readonly string[];
  readonly account: {
    readonly firstName: string;
    readonly lastName: string | null;
    readonly language: string | null;
    readonly country: string | null;
    readonly roles?: readonly string[];
    /** Set for users who are not on single sign-on. */
    readonly password?: string;
  } | null;
}

/** `name` is the part of the e-mail address before "@example.com". The owner has no language, so the browser's is used. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  { name: 'owner', account: { firstName: 'Mara', lastName: 'Keller', language: null, country: 'de' } },
  { name: 'guest', account: { firstName: 'Jonas', lastName: 'Gruber', language: 'de', country: 'at' } },
  { name: 'empty', account: { firstName: 'Chloé', lastName: 'Martin', language: 'fr', country: 'fr' } },
  { name: 'many', account: { firstName: 'Femke', lastName: 'de Vries', language: 'nl', country: 'nl' } },
  {
    name: 'unmigrated',
    account: { firstName: 'Oskar', lastName: null, language: 'en', country: null, password: 'account-1' },
  },
  { name: 'unlinked', account: null },
  {
    name: 'developer',
    account: { firstName: 'Priya', lastName: 'Nair', language: 'en', country: 'gb', roles: ['developer'] },
  },
  {
    name: 'manager',
    identityRoles: ['release-manager'],
    account: { firstName: 'Tomás', lastName: 'Silva', language: 'en', country: 'pt' },
  },
];

/** A demo hub with the names of the demo people who hold it. */
export interface DemoHub {
  readonly serial: string;
  readonly partNumber: string;
  readonly type: (typeof HUB_TYPES)[number];
  readonly activatedAt: Date;
  readonly sharingMode: 'public' | 'off';
  readonly owner: string;
  readonly guest?: string;
}

/** Part numbers of the hub types. */
export const PART_NUMBERS = { HUB: '4021000117', CUI100: '4021000342', REARLIGHT: '4021000529' } as const;
const DAY = 86_400_000;
const MANY = 200;

function hub(
  serial: string,
  type: DemoHub['type'],
  activatedAt: string,
  sharingMode: DemoHub['sharingMode'],
  guest?: string,
): DemoHub {
  const activated = new Date(activatedAt);
  const held = { serial, partNumber: PART_NUMBERS[type], type, activatedAt: activated, sharingMode, owner: 'owner' };
  return guest === undefined ? held : { ...held, guest };
}

const OWNERS_HUBS = [
  hub('0012604417', 'HUB', '2026-05-14T08:12:40Z', 'public', 'guest'),
  hub('0093817252', 'CUI100', '2026-03-02T17:45:03Z', 'off', 'guest'),
  hub('0008845530', 'REARLIGHT', '2025-11-21T10:30:00Z', 'public'),
  hub('0012601986', 'HUB', '2025-08-09T14:05:27Z', 'off'),
  hub('0093810064', 'CUI100', '2025-06-18T06:58:11Z', 'public'),
  hub('0008840007', 'REARLIGHT', '2025-02-27T19:20:55Z', 'off'),
];

/** The step between serials is a prime, so that they look real and sort differently from the dates. */
const MANY_HUBS = Array.from({ length: MANY }, (_, index): DemoHub => {
  const type = HUB_TYPES[index % HUB_TYPES.length] ?? 'HUB';
  return {
    serial: String(20_000_003 + ((index * 7919) % 100_003) * 17).padStart(10, '0'),
    partNumber: PART_NUMBERS[type],
    type,
    activatedAt: new Date(Date.UTC(2025, 0, 6, 7 + (index % 12), (index * 13) % 60) + index * 3 * DAY),
    sharingMode: index % 4 === 0 ? 'public' : 'off',
    owner: 'many',
  };
});

/** Six hubs of the owner, two of them shared with the guest, and two hundred for a long table. */
export const DEMO_HUBS: readonly DemoHub[] = [...OWNERS_HUBS, ...MANY_HUBS];
