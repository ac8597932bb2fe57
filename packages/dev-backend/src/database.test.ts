import { testAccessToken } from './access-token.suite.ts';
import { testAccountMails } from './account-mails.suite.ts';
import { testAttempts } from './attempts.suite.ts';
import { testCountries } from './countries.suite.ts';
import { testFirmwarePieces } from './firmware-pieces.suite.ts';
import { testFirmware } from './firmware.suite.ts';
import { testHubRelease } from './hub-release.suite.ts';
import { testLogs } from './logs.suite.ts';
import { testNul } from './nul.suite.ts';
import { testOems } from './oems.suite.ts';
import { testPasswords } from './passwords.suite.ts';
import { testPeople } from './people.suite.ts';
import { testStatistics } from './statistics.suite.ts';
import { TESTED_KINDS } from './testing/databases.ts';
import { describeBackend } from './testing/describe-backend.ts';
import { testTokens } from './tokens.suite.ts';

/** What depends on locks, transactions, constraints and the texts that a database stores. */
for (const kind of TESTED_KINDS) {
  describeBackend(kind, (client) => {
    testTokens(client);
    testAccountMails(client);
    testHubRelease(client);
    testPeople(client);
    testNul(client);
    testPasswords(client);
    testAttempts(client);
    testCountries(client);
    testOems(client);
    testStatistics(client);
    testAccessToken(client);
    testFirmware(client);
    testFirmwarePieces(client);
    testLogs(client);
  });
}
