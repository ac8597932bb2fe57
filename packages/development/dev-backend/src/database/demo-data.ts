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
    /** None for accounts without one at the OBC system. */
    readonly obcId?: string;
    readonly registeredAt: Date;
    /** By default as soon as it was registered; null if never. */
    readonly confirmedAt?: null;
  } | null;
}

/**
 * `name` is the part of the e-mail address before "@example.com". The owner has no language, so the browser's is used.
 */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  {
    name: 'owner',
    account: {
      firstName: 'Mara',
      lastName: 'Keller',
      language: null,
      country: 'de',
      registeredAt: new Date('2024-03-18T07:42:10Z'),
      obcId: 'OBC-20114873',
    },
  },
  {
    name: 'guest',
    account: {
      firstName: 'Jonas',
      lastName: 'Gruber',
      language: 'de',
      country: 'at',
      registeredAt: new Date('2024-09-02T16:05:44Z'),
      obcId: 'OBC-20586021',
    },
  },
  {
    name: 'empty',
    account: {
      firstName: 'Chloé',
      lastName: 'Martin',
      language: 'fr',
      country: 'fr',
      registeredAt: new Date('2026-05-29T20:31:09Z'),
      confirmedAt: null,
    },
  },
  {
    name: 'many',
    account: {
      firstName: 'Femke',
      lastName: 'de Vries',
      language: 'nl',
      country: 'nl',
      registeredAt: new Date('2024-06-11T11:20:00Z'),
      obcId: 'OBC-20377140',
    },
  },
  {
    name: 'unmigrated',
    account: {
      firstName: 'Oskar',
      lastName: null,
      language: 'en',
      country: null,
      password: 'account-1',
      registeredAt: new Date('2019-04-27T09:14:52Z'),
      obcId: 'OBC-10029355',
    },
  },
  { name: 'unlinked', account: null },
  {
    name: 'developer',
    account: {
      firstName: 'Priya',
      lastName: 'Nair',
      language: 'en',
      country: 'gb',
      roles: ['developer'],
      registeredAt: new Date('2023-10-30T13:00:27Z'),
    },
  },
  {
    name: 'manager',
    identityRoles: ['release-manager'],
    account: {
      firstName: 'Tomás',
      lastName: 'Silva',
      language: 'en',
      country: 'pt',
      registeredAt: new Date('2025-01-15T08:00:00Z'),
    },
  },
  {
    name: 'support',
    account: {
      firstName: 'Lena',
      lastName: 'Hofmann',
      language: 'de',
      country: 'de',
      roles: ['support'],
      registeredAt: new Date('2025-01-15T08:10:00Z'),
    },
  },
  {
    name: 'firmware',
    account: {
      firstName: 'Daan',
      lastName: 'Bakker',
      language: 'nl',
      country: 'nl',
      roles: ['firmware'],
      registeredAt: new Date('2025-01-15T08:20:00Z'),
    },
  },
  {
    name: 'content',
    account: {
      firstName: 'Inès',
      lastName: 'Moreau',
      language: 'fr',
      country: 'fr',
      roles: ['content'],
      registeredAt: new Date('2025-01-15T08:30:00Z'),
    },
  },
  {
    name: 'admin',
    account: {
      firstName: 'Grace',
      lastName: 'Obi',
      language: 'en',
      country: 'gb',
      roles: ['admin'],
      registeredAt: new Date('2025-01-15T08:40:00Z'),
    },
  },
];

/** A demo hub with the names of the demo people who hold it. */
interface DemoHub {
  readonly serial: string;
  readonly partNumber: string;
  readonly type: (typeof HUB_TYPES)[number];
  readonly activatedAt: Date;
  readonly sharingMode: 'public' | 'off';
  /** Null until the hub has reported it. */
  readonly firmware: string | null;
  readonly owner: string;
  readonly guest?: string;
}

/** Part numbers of the hub types. */
export const PART_NUMBERS = { HUB: '4021000117', CUI100: '4021000342', REARLIGHT: '4021000529' } as const;
/** Firmware of the demo hubs. */
const FIRMWARE = { HUB: '1.4.2', CUI100: '2.1.0', REARLIGHT: '1.0.7' } as const;
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
  const made = { serial, partNumber: PART_NUMBERS[type], type, firmware: FIRMWARE[type] };
  const held = { ...made, activatedAt: activated, sharingMode, owner: 'owner' };
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
    firmware: index % 10 === 9 ? null : FIRMWARE[type],
    owner: 'many',
  };
});

/** Six hubs of the owner, two of them shared with the guest, and two hundred for a long table. */
export const DEMO_HUBS: readonly DemoHub[] = [...OWNERS_HUBS, ...MANY_HUBS];

/** Hubs that were delivered and wait for somebody who activates them. */
export const DEMO_NEW_HUBS = [
  { serial: '0012607719', partNumber: PART_NUMBERS.HUB, type: 'HUB' },
  { serial: '0012608831', partNumber: PART_NUMBERS.HUB, type: 'HUB' },
  { serial: '0012608848', partNumber: PART_NUMBERS.HUB, type: 'HUB' },
  { serial: '0093821107', partNumber: PART_NUMBERS.CUI100, type: 'CUI100' },
  { serial: '0093821114', partNumber: PART_NUMBERS.CUI100, type: 'CUI100' },
] as const;
