import { TESTED_KINDS } from '../testing/databases.ts';
import { describeBackend } from '../testing/describe-backend.ts';
import { testActs } from './acts.suite.ts';
import { testHubs } from './hubs/hubs.suite.ts';
import { testJournal } from './journal/journal.suite.ts';
import { testPeople } from './people/people.suite.ts';
import { testRoles } from './people/roles.suite.ts';
import { testUnmigrate } from './people/unmigrate.suite.ts';

for (const kind of TESTED_KINDS) {
  describeBackend(kind, (client) => {
    testActs(client);
    testPeople(client);
    testUnmigrate(client);
    testRoles(client);
    testHubs(client);
    testJournal(client);
  });
}
