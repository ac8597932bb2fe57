import type { Settings } from './settings.ts';

/** The development backend's demo people (its seed), and what each of them shows. */
const PEOPLE: readonly (readonly [email: string, what: string])[] = [
  ['owner@example.com', 'owns six hubs, of all three types'],
  ['guest@example.com', 'is a guest of two of them'],
  ['empty@example.com', 'has no hub'],
  ['many@example.com', 'has 200 hubs'],
  ['unmigrated@example.com', 'is not on single sign-on (account password: account-1)'],
  ['unlinked@example.com', 'has an identity, but no account'],
  ['developer@example.com', 'has the role "developer"'],
  ['manager@example.com', 'is a release manager: for the console'],
];
const PASSWORD = 'ebike-demo-1';

/** What the terminal says once everything answers; `what` says what is served there ("release 3"). */
export function announcement(
  { portalPort, backendPort, consolePort }: Settings,
  what: string,
  hasConsole = false,
): string {
  const width = Math.max(...PEOPLE.map(([email]) => email.length));
  return [
    '',
    `The portal runs: http://localhost:${portalPort} (${what}; development backend on port ${backendPort})`,
    ...(hasConsole ? [`Release console:  http://localhost:${consolePort} (as manager@example.com)`] : []),
    '',
    `Sign in as one of these, with the password ${PASSWORD}:`,
    ...PEOPLE.map(([email, role]) => `  ${email.padEnd(width)}  ${role}`),
    '',
    'Ctrl-C stops it. "npm run reset" forgets all data.',
    '',
  ].join('\n');
}
