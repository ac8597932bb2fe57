import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { visitRow } from '@portal/contract/sample-visits';
import { SampleStore } from '../operations/testing.ts';
import { askRelease, CountingServer, runRelease } from './testing.ts';

let sample: SampleStore;
let server: CountingServer;
let store: readonly string[];

/** mfe-hubs 1.1.0 is a canary since release 2. */
beforeEach(async () => {
  sample = await SampleStore.make('folder');
  store = ['--store', join(sample.folder, 'store')];
  await sample.publish('mfe-hubs', '1.1.0');
  await release('canary', 'mfe-hubs@1.1.0', '10%', ...WHY);
  server = await CountingServer.start(sample.store);
  jest.replaceProperty(process, 'env', { ...process.env, METRICS_URL: server.address });
});
afterEach(async () => {
  await server.stop();
  await sample.remove();
});

const WHY = ['--reason', 'to try', '--by', 'anna'] as const;
const release = (...args: readonly string[]) => runRelease([...args, ...store]);
const judge = (part = 'mfe-hubs') => release('canary', part, 'judge');

function counted(visits: number, failed: number, others: number): void {
  server.looks = [
    [
      visitRow({ release: 2, version: '1.1.0', visits, failed: [[0, failed]] }),
      visitRow({ release: 2, version: '1.0.0', visits: others }),
    ],
  ];
}

describe('judge', () => {
  test.each([
    [0, 'no worse', [300, 0, 3000]],
    [7, 'clearly worse', [8, 8, 80]],
    [75, 'too early to tell', [20, 0, 200]],
  ] as const)('ends with %d if the canary is %s', async (code, _what, [visits, failed, others]) => {
    counted(visits, failed, others);
    expect(await judge()).toMatchObject({
      code,
      stderr: '',
      stdout: expect.stringMatching(new RegExp(`^mfe-hubs 1\\.1\\.0 .*${String(failed)} of ${String(visits)} `)),
    });
  });

  test('adds up what several web servers counted, and warns of one that does not answer', async () => {
    counted(8, 8, 80);
    process.env['METRICS_URL'] = `http://127.0.0.1:1/metrics, ${server.address}`;
    expect(await judge()).toMatchObject({
      code: 7,
      stdout: expect.stringMatching(/ 8 of 8 .*^WARNING: http:\/\/127\.0\.0\.1:1 /ms),
    });
    process.env['METRICS_URL'] = 'http://127.0.0.1:1/metrics';
    expect(await askRelease(['canary', 'mfe-hubs', 'judge', ...store])).toMatchObject({ code: 75, judgement: null });
  });

  test('leaves it to a person if the part was not live before', async () => {
    await sample.publish('mfe-new', '1.0.0');
    await release('canary', 'mfe-new@1.0.0', '10%', ...WHY);
    server.looks = [[visitRow({ release: 3, part: 'mfe-new', version: '1.0.0', visits: 500, failed: [[0, 5]] })]];
    expect(await judge('mfe-new')).toMatchObject({ code: 6 });
  });

  test('gives the judgement to scripts', async () => {
    counted(8, 8, 80);
    expect(await askRelease(['canary', 'mfe-hubs@1.1.0', 'judge', ...store])).toMatchObject({
      code: 7,
      judgement: { verdict: 'worse', because: 'failures', failures: { canary: { visits: 8, failed: 8 } } },
      sentence: expect.stringContaining('8 of 8'),
    });
  });

  test('says who ended the canary, and why', async () => {
    await release('canary', 'mfe-hubs', 'end', '--reason', 'it failed', '--by', 'watcher');
    for (const part of ['mfe-hubs', 'mfe-hubs@1.1.0']) {
      expect(await judge(part)).toMatchObject({
        code: 3,
        stdout: expect.stringMatching(/watcher .*release 3.*: it failed\n$/),
      });
      expect(await askRelease(['canary', part, 'judge', ...store])).toMatchObject({
        ended: { release: 3, by: 'watcher' },
      });
    }
    expect(await askRelease(['canary', 'mfe-legal', 'judge', ...store])).toMatchObject({ code: 3, ended: null });
  });

  test('says of a version that everybody has that it is live, not that its canary was ended', async () => {
    await release('promote', 'mfe-hubs@1.1.0', ...WHY);
    const asked = ['canary', 'mfe-hubs@1.1.0', 'judge', ...store];
    expect(await askRelease(asked)).toMatchObject({ code: 3, ended: null, live: { release: 3, by: 'anna' } });
    expect((await runRelease(asked)).stdout).toMatch(/^mfe-hubs 1\.1\.0 .*anna.*release 3/);
  });

  test('needs the addresses of the web servers', async () => {
    delete process.env['METRICS_URL'];
    expect(await judge()).toMatchObject({ code: 2, stderr: expect.stringContaining('METRICS_URL') });
  });
});
