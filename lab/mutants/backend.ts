import type { Mutant } from './mutant.ts';

/** The rules of the development backend, and the rights of staff. */
export const BACKEND_MUTANTS: readonly Mutant[] = [
  {
    id: 'stranger-asks-an-owner-for-the-release',
    file: 'packages/development/dev-backend/src/api/request-release.ts',
    find: "if (role !== 'guest') throw",
    replace: "if (role === 'owner') throw",
  },
  {
    id: 'deleted-account-leaves-its-logs',
    file: 'packages/development/dev-backend/src/database/release-hub.ts',
    find: '  await transaction.delete(logs).where(eq(logs.identifier, accountId));\n',
    replace: '',
  },
  {
    id: 'expired-link-confirms-an-address',
    file: 'packages/development/dev-backend/src/database/mail-links.ts',
    find: "  if (expiresAt.getTime() <= Date.now()) return { outcome: 'failed', portalOrigin };\n",
    replace: '',
  },
  {
    id: 'central-password-of-eight-characters',
    file: 'packages/development/dev-backend/src/database/password.ts',
    find: 'const FEWEST_CHARACTERS = 10;',
    replace: 'const FEWEST_CHARACTERS = 8;',
  },
  {
    id: 'admin-changes-the-own-roles',
    file: 'packages/development/dev-backend/src/staff/people/change-roles.ts',
    find: "    if (id === caller.id) throw new Refusal(403, 'OWN_ROLES');\n",
    replace: '',
  },
  {
    id: 'journal-has-one-page',
    file: 'packages/development/dev-backend/src/staff/journal/read-journal.ts',
    find: '.limit(JOURNAL_PAGE_SIZE + 1)',
    replace: '.limit(JOURNAL_PAGE_SIZE)',
  },
  {
    id: 'token-for-tools-opens-every-call',
    file: 'packages/development/dev-backend/src/api/caller.ts',
    find: '(isForStaff && scopes.includes(TOOL_SCOPE))',
    replace: 'scopes.includes(TOOL_SCOPE)',
  },
  {
    id: 'support-deletes-logs',
    file: 'packages/portal/staff-api/src/permissions.ts',
    find: "'delete logs': ['admin'],",
    replace: "'delete logs': ['support', 'admin'],",
  },
];
