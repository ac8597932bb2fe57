import { testAccessToken } from './access-token.suite.ts';
import { testAccountMails } from './account-mails.suite.ts';
import { testAccount } from './account.suite.ts';
import { testApi } from './api.suite.ts';
import { testAttempts } from './attempts.suite.ts';
import { testBodies } from './bodies.suite.ts';
import { testCi } from './ci.suite.ts';
import { testConsoleSignIn } from './console-sign-in.suite.ts';
import { testControl } from './control.suite.ts';
import { testCountries } from './countries.suite.ts';
import { testEvents } from './events.suite.ts';
import { testFirmwarePieces } from './firmware-pieces.suite.ts';
import { testFirmware } from './firmware.suite.ts';
import { testHubRelease } from './hub-release.suite.ts';
import { testLogs } from './logs.suite.ts';
import { testMailbox } from './mailbox.suite.ts';
import { testNul } from './nul.suite.ts';
import { testOems } from './oems.suite.ts';
import { testOwnLogin } from './own-login.suite.ts';
import { testPasswords } from './passwords.suite.ts';
import { testPermissions } from './permissions.suite.ts';
import { testSampleAnswers } from './sample-answers.suite.ts';
import { testSignIn } from './sign-in.suite.ts';
import { testHubs } from './staff/hubs/hubs.suite.ts';
import { testJournal } from './staff/journal/journal.suite.ts';
import { testPeople } from './staff/people/people.suite.ts';
import { testRoles } from './staff/people/roles.suite.ts';
import { testSearch } from './staff/people/search.suite.ts';
import { testUnmigrate } from './staff/people/unmigrate.suite.ts';
import { testStatistics } from './statistics.suite.ts';
import type { BackendClient } from './testing/demo-backend.ts';
import { testTokens } from './tokens.suite.ts';

type Client = () => BackendClient;

type Suite = (client: Client) => void;

/** In this order; the limits of wrong passwords last, which count what all others entered. */
const ALL: readonly Suite[] = [
  testSignIn,
  testConsoleSignIn,
  testCi,
  testApi,
  testSampleAnswers,
  testAccount,
  testOwnLogin,
  testEvents,
  testTokens,
  testAccountMails,
  testHubRelease,
  testCountries,
  testOems,
  testStatistics,
  testAccessToken,
  testFirmware,
  testLogs,
  testPermissions,
  testSearch,
  testPeople,
  testUnmigrate,
  testRoles,
  testHubs,
  testJournal,
  testControl,
  testMailbox,
  testNul,
  testBodies,
  testPasswords,
  testFirmwarePieces,
  testAttempts,
];

export function testSuites(client: Client): void {
  for (const suite of ALL) suite(client);
}
