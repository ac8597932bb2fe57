import { testAccount } from './account.suite.ts';
import { testApi } from './api.suite.ts';
import { testConsoleSignIn } from './console-sign-in.suite.ts';
import { testEvents } from './events.suite.ts';
import { testFaultRequests } from './fault-requests.suite.ts';
import { testFaults } from './faults.suite.ts';
import { testMailbox } from './mailbox.suite.ts';
import { testOwnLogin } from './own-login.suite.ts';
import { testSignIn } from './sign-in.suite.ts';
import { TESTED_KINDS } from './testing/databases.ts';
import { describeBackend } from './testing/describe-backend.ts';

for (const kind of TESTED_KINDS) {
  describeBackend(kind, (client) => {
    testSignIn(client);
    testConsoleSignIn(client);
    testApi(client);
    testAccount(client);
    testMailbox(client);
    testOwnLogin(client);
    testEvents(client);
    testFaults(client);
    testFaultRequests(client);
  });
}
