import { testAccount } from './account.suite.ts';
import { testApi } from './api.suite.ts';
import { testConsoleSignIn } from './console-sign-in.suite.ts';
import { testFaultOrders } from './fault-orders.suite.ts';
import { testFaults } from './faults.suite.ts';
import { testMailbox } from './mailbox.suite.ts';
import { testSignIn } from './sign-in.suite.ts';
import { DATABASES } from './testing/databases.ts';
import type { DatabaseKind } from './testing/databases.ts';
import { describeBackend } from './testing/describe-backend.ts';

/** What does not depend on the database is tested on one kind, the faster one that is there; the full run tests it on each. */
const ALL: readonly DatabaseKind[] = ['PGlite', 'PostgreSQL'];
const fastest: DatabaseKind = DATABASES.PostgreSQL ? 'PostgreSQL' : 'PGlite';

for (const kind of process.env['TEST_FULL'] === '1' ? ALL : [fastest]) {
  describeBackend(kind, (client) => {
    testSignIn(client);
    testConsoleSignIn(client);
    testApi(client);
    testAccount(client);
    testMailbox(client);
    testFaults(client);
    testFaultOrders(client);
  });
}
