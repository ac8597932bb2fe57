import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DATABASES } from './databases.ts';
import type { DatabaseKind, TestDatabase } from './databases.ts';
import { startDemoBackend } from './demo-backend.ts';
import type { BackendClient } from './demo-backend.ts';

/** Runs suites against one backend on a database of this kind; they are skipped where there is no server for it. */
export function describeBackend(kind: DatabaseKind, suites: (client: () => BackendClient) => void): void {
  const create = DATABASES[kind];
  if (!create) console.warn(`The development backend is not tested on ${kind}: TEST_DATABASE_URL names no server.`);
  (create ? describe : describe.skip)(`the development backend on ${kind}`, () => {
    let database: TestDatabase | undefined;
    let backend: Awaited<ReturnType<typeof startDemoBackend>> | undefined;

    beforeAll(async () => {
      database = await create?.();
      backend = await startDemoBackend({ databaseUrl: database?.databaseUrl, control: true });
    });
    afterAll(async () => {
      await backend?.close();
      await database?.drop();
    });

    suites(() => {
      if (!backend) throw new Error('The backend has not started.');
      return backend.client;
    });

    test('logs nothing while everything succeeds', () => {
      expect(backend?.lines).toEqual([]);
    });
  });
}
