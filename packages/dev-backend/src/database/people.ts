/** One password for everybody's identity. They are demo people; nobody else's data lies here. */
export const DEMO_PASSWORD = 'ebike-demo-1';
/** When all of them were here last. */
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
    /** Set for whoever is not on single sign-on. */
    readonly password?: string;
  } | null;
}

/** `name` is the part of the e-mail address before "@example.com". The owner's language is open: the browser decides. */
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
