import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { testAccountMails } from './account-mails.suite.ts';
import { testAccount } from './account.suite.ts';
import { testApi } from './api.suite.ts';
import { testConsoleSignIn } from './console-sign-in.suite.ts';
import { testFaultOrders } from './fault-orders.suite.ts';
import { testFaults } from './faults.suite.ts';
import { testHubRelease } from './hub-release.suite.ts';
import { testMailbox } from './mailbox.suite.ts';
import { testNul } from './nul.suite.ts';
import { testPeople } from './people.suite.ts';
import { testSignIn } from './sign-in.suite.ts';
import { DATABASES } from './testing/databases.ts';
import type { TestDatabase } from './testing/databases.ts';
import { startDemoBackend } from './testing/demo-backend.ts';
import type { DemoBackend } from './testing/demo-backend.ts';
import { testTokens } from './tokens.suite.ts';

// A limit for what hangs on a busy machine; every test is much faster.
jest.setTimeout(60_000);

/** Whether the whole suite runs on PostgreSQL, too, not only the tests that depend on the database. */
const FULL = process.env['TEST_FULL'] === '1';

for (const { kind, create } of DATABASES) {
  if (!create) console.warn(`The development backend is not tested on ${kind}: TEST_DATABASE_URL names no server.`);
  (create ? describe : describe.skip)(`the development backend on ${kind}`, () => {
    let database: TestDatabase | undefined;
    let backend: DemoBackend | undefined;

    beforeAll(async () => {
      database = await create?.();
      backend = await startDemoBackend({ databaseUrl: database?.databaseUrl, control: true });
    });
    afterAll(async () => {
      await backend?.close();
      await database?.drop();
    });

    const client = () => {
      if (!backend) throw new Error('The backend has not started.');
      return backend.client;
    };
    // These depend on locks, transactions, constraints and the texts that a database stores.
    testTokens(client);
    testAccountMails(client);
    testHubRelease(client);
    testPeople(client);
    testNul(client);
    if (kind === 'PGlite' || FULL) {
      testSignIn(client);
      testConsoleSignIn(client);
      testApi(client);
      testAccount(client);
      testMailbox(client);
      testFaults(client);
      testFaultOrders(client);
    }

    test('logs nothing while everything succeeds', () => {
      expect(backend?.lines).toEqual([]);
    });
  });
}
