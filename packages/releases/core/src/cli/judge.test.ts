import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { visitRow } from '@portal/contract/sample-visits';
import { SampleStore } from '../operations/testing.ts';
import { askRelease, CountingServer, runRelease } from './testing.ts';

let sample: SampleStore;
let server: CountingServer;
let store: readonly string[];
const METRICS_URL = process.env['METRICS_URL'];

/** mfe-hubs 1.1.0 is a canary since release 2. */
beforeEach(async () => {
  sample = await SampleStore.make('folder');
  store = ['--store', join(sample.folder, 'store')];
  await sample.publish('mfe-hubs', '1.1.0');
  await release('promote', 'mfe-hubs@1.1.0', '--canary', '10', ...WHY);
  server = await CountingServer.start(sample.store);
  process.env['METRICS_URL'] = server.address;
});
afterEach(async () => {
  if (METRICS_URL === undefined) delete process.env['METRICS_URL'];
  else process.env['METRICS_URL'] = METRICS_URL;
  await server.stop();
  await sample.remove();
});

const WHY = ['--reason', 'to try', '--by', 'anna'] as const;
const release = (...args: readonly string[]) => runRelease([...args, ...store]);
const judge = (...args: readonly string[]) => release('judge', ...(args.length === 0 ? ['mfe-hubs'] : args));

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
    [
      0,
      'no worse',
      [300, 0, 3000],
      'failed in 0 of 300 visits, 1.0.0 in 0 of 3,000 visits at the same time; surely at',
    ],
    [
      7,
      'clearly worse',
      [8, 8, 80],
      'failed in 8 of 8 visits, 1.0.0 in 0 of 80 visits at the same time; at most 1 in ',
    ],
    [75, 'too early to tell', [20, 0, 200], 'failed in 0 of 20 visits, 1.0.0 in 0 of 200 visits at the same time; too'],
  ] as const)('ends with %d if the canary is %s', async (code, _what, [visits, failed, others], sentence) => {
    counted(visits, failed, others);
    expect(await judge()).toMatchObject({
      code,
      stderr: '',
      stdout: expect.stringContaining(`mfe-hubs 1.1.0 ${sentence}`),
    });
  });

  test('adds up what several web servers counted, and warns of one that does not answer', async () => {
    counted(8, 8, 80);
    process.env['METRICS_URL'] = `http://127.0.0.1:1/metrics, ${server.address}`;
    expect(await judge()).toMatchObject({
      code: 7,
      stdout: expect.stringMatching(
        /failed in 8 of 8 .*\nWith 95 % confidence, a visit is at least \d+ times as likely to fail .*\n.*\nWARNING: http:\/\/127\.0\.0\.1:1 does not answer/,
      ),
    });
    process.env['METRICS_URL'] = 'http://127.0.0.1:1/metrics';
    expect(await judge()).toMatchObject({ code: 75, stdout: expect.stringContaining('No web server tells') });
  });

  test('leaves it to a person if the part was not live before', async () => {
    await sample.publish('mfe-new', '1.0.0');
    await release('promote', 'mfe-new@1.0.0', '--canary', '10', ...WHY);
    server.looks = [[visitRow({ release: 3, part: 'mfe-new', version: '1.0.0', visits: 500, failed: [[0, 5]] })]];
    expect(await judge('mfe-new')).toMatchObject({
      code: 6,
      stdout: expect.stringContaining('so a person has to judge'),
    });
  });

  test('gives the judgement to scripts', async () => {
    counted(8, 8, 80);
    expect(await askRelease(['judge', 'mfe-hubs@1.1.0', ...store])).toMatchObject({
      code: 7,
      judgement: { verdict: 'worse', because: 'failures', failures: { canary: { visits: 8, failed: 8 } } },
      sentence: expect.stringContaining('failed in 8 of 8 visits'),
    });
  });

  test('says who ended the canary, and why', async () => {
    await release('rollback', 'mfe-hubs', '--reason', 'it failed in 8 of 8 visits', '--by', 'watcher');
    const ended = /any more: watcher ended it with release 3, .*: it failed in 8 of 8 visits\n$/;
    expect(await judge()).toMatchObject({ code: 3, stdout: expect.stringMatching(ended) });
    expect(await judge('mfe-hubs@1.1.0')).toMatchObject({ code: 3, stdout: expect.stringMatching(ended) });
    expect(await judge('mfe-legal')).toMatchObject({
      code: 3,
      stdout: 'mfe-legal has no canary, and was none before.\n',
    });
  });

  test('needs the addresses of the web servers', async () => {
    delete process.env['METRICS_URL'];
    expect(await judge()).toMatchObject({ code: 2, stderr: expect.stringContaining('judge needs METRICS_URL') });
  });
});
