import { afterAll, beforeAll, describe, jest } from '@jest/globals';
import { startApiOn } from '../testing/api-on-database.ts';
import type { ApiOnDatabase } from '../testing/api-on-database.ts';
import { TESTED_KINDS } from '../testing/databases.ts';
import { testAtOnce } from './at-once.suite.ts';
import { testCounts } from './counts.suite.ts';
import { testWrittenDown } from './written-down.suite.ts';

/** What a test sees in the database only. */
for (const kind of TESTED_KINDS) {
  describe(`the API on ${kind}`, () => {
    jest.setTimeout(60_000);
    let api: ApiOnDatabase | undefined;
    const started = (): ApiOnDatabase => {
      if (!api) throw new Error('The API has not started.');
      return api;
    };

    beforeAll(async () => {
      api = await startApiOn(kind);
    });
    afterAll(async () => {
      await api?.close();
    });

    testAtOnce(started);
    testCounts(started);
    testWrittenDown(started);
  });
}
