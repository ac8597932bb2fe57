import { expect, test } from '@jest/globals';
import { INPUTS_LIMIT_MS } from '@portal/node-kit/testing/inputs';
import { recordTried } from '@portal/node-kit/testing/tried';
import { runEndurance } from './run.ts';

test(
  'visitors get no error and no wrong version while releases follow each other',
  async () => {
    const report = await runEndurance({
      seconds: 10,
      releaseEverySeconds: 2,
      share: 0.8,
      measureSeconds: 0.2,
      print: () => undefined,
    });
    expect(report).toMatchObject({ errors: [], wrong: [], last: report.releases + 1 });
    expect(report.requests).toBeGreaterThan(0);
    const { requests } = report;
    recordTried({ suite: 'Requests while releases follow each other', tried: requests, passed: requests });
  },
  INPUTS_LIMIT_MS,
);
