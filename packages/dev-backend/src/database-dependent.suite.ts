import { testAccountMails } from './account-mails.suite.ts';
import { testHubRelease } from './hub-release.suite.ts';
import { testNul } from './nul.suite.ts';
import { testPeople } from './people.suite.ts';
import type { BackendClient } from './testing/demo-backend.ts';
import { testTokens } from './tokens.suite.ts';

/** What depends on locks, transactions, constraints and the texts that a database stores: it is tested on each kind. */
export function testDatabaseDependent(client: () => BackendClient): void {
  testTokens(client);
  testAccountMails(client);
  testHubRelease(client);
  testPeople(client);
  testNul(client);
}
