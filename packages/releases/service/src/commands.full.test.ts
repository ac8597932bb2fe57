import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { visitRow } from '@portal/contract/sample-visits';
import { configureAccess } from '@portal/release/access/configuration';
import { CountingServer, runRelease } from '@portal/release/cli/testing';
import type { Outcome } from '@portal/release/cli/testing';
import { MEMORY_KEY } from '@portal/release/memory-store';
import { SampleStore } from '@portal/release/operations/testing';
import { ANNA, sampleAccess, SampleService } from './testing.ts';

/** Where the commands go: each has a store of its own, with the same in it. */
interface Place {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly server: CountingServer;
  /** What differs, and what it is called here instead. */
  readonly names: readonly (readonly [string, string])[];
}

const VARIABLES = ['METRICS_URL', 'RELEASE_TOKEN', 'RELEASE_BY', 'RELEASE_SERVICE', 'PORTAL_STATE'] as const;
const before = VARIABLES.map((variable) => [variable, process.env[variable]] as const);

let service: SampleService;
let sample: SampleStore;
let state: string;
let folder: Place;
let remote: Place;

beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), 'portal-same-'));
  await writeFile(join(state, 'trusted-keys'), `${MEMORY_KEY}\n`);
  const metricsUrls: string[] = [];
  service = await SampleService.start({ metricsUrls });
  sample = await SampleStore.make('folder');
  const access = sampleAccess(service.people.url, service.pipelines.url);
  await configureAccess(sample.store, { access, by: 'an operator', reason: 'for a test' });
  // The oldest one of them is pruned.
  for (let minor = 1; minor <= 11; minor += 1)
    for (const each of [sample, service.sample]) await each.publish('mfe-legal', `1.${String(minor)}.0`);
  const [first, second] = [await CountingServer.start(sample.store), await CountingServer.start(service.sample.store)];
  metricsUrls.push(second.address);
  const store = join(sample.folder, 'store');
  folder = {
    args: ['--store', store],
    environment: { METRICS_URL: first.address, RELEASE_BY: ANNA.email },
    server: first,
    names: [
      [store, 'STORE'],
      [first.address, 'METRICS'],
    ],
  };
  remote = {
    args: ['--service', service.origin],
    environment: { RELEASE_TOKEN: await service.people.personToken(ANNA) },
    server: second,
    names: [
      [`memory/`, 'STORE/'],
      [service.origin, 'STORE'],
      [second.address, 'METRICS'],
    ],
  };
});
afterAll(async () => {
  for (const [variable, value] of before)
    if (value === undefined) delete process.env[variable];
    else process.env[variable] = value;
  await folder.server.stop();
  await remote.server.stop();
  await Promise.all([service.stop(), sample.remove(), rm(state, { recursive: true })]);
});

/** Without what has to differ: times, and the hashes of documents that contain them. */
function comparable({ code, stdout, stderr }: Outcome, names: Place['names']) {
  const plain = (text: string) =>
    names
      .reduce((words, [name, called]) => words.replaceAll(name, called), text)
      .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d\.\d{3}Z| UTC)/g, 'TIME')
      .replaceAll(/was live for [^.";,]+/g, 'was live for A WHILE')
      .replaceAll(/(?<=after |"seconds": )\d+(\.\d+)?/g, 'N')
      .replaceAll(/[0-9a-f]{64}/g, 'HASH')
      .replaceAll(/ebike-portal\/[0-9a-f]{16}[^"]*/g, 'CHECKPOINT')
      .replaceAll(/[^ "]*\/seen\/[0-9a-f]{16}\.json/g, 'KEPT')
      .replaceAll(/\d+ KiB|"bytes": \d+/g, 'SIZE');
  return { code, stdout: plain(stdout), stderr: plain(stderr) };
}

async function run(place: Place, words: readonly string[]) {
  for (const variable of VARIABLES) delete process.env[variable];
  Object.assign(process.env, { PORTAL_STATE: state, ...place.environment });
  return comparable(await runRelease([...words, ...place.args]), place.names);
}

const WHY = ['--reason', 'to try'] as const;

/** A store's life, with refusals, conflicts and mistakes, and the exit code of each command. */
const SCRIPT: readonly (readonly [code: number, words: readonly string[]])[] = [
  [0, ['status']],
  [0, ['publish', 'mfe-hubs-1.1.0', '--dry-run']],
  [3, ['publish', 'unstyled/mfe-hubs-1.3.0', '--dry-run']],
  [0, ['publish', 'mfe-hubs-1.1.0']],
  [0, ['publish', 'mfe-hubs-1.1.0']],
  [3, ['publish', 'other/mfe-hubs-1.1.0', '--dry-run']],
  [3, ['publish', 'other/mfe-hubs-1.1.0']],
  [3, ['publish', 'incompatible/mfe-hubs-1.2.0']],
  [0, ['diff', 'mfe-hubs@1.0.0', 'mfe-hubs@1.1.0']],
  [0, ['canary', 'mfe-hubs@1.1.0', '10%', '--dry-run', ...WHY]],
  [0, ['canary', 'mfe-hubs@1.1.0', '10%', ...WHY]],
  [0, ['canary', 'mfe-hubs', 'judge']],
  [4, ['promote', 'mfe-hubs@1.1.0', '--expect', '1', ...WHY]],
  [0, ['promote', 'mfe-hubs@1.1.0', '--expect', '2', ...WHY]],
  [3, ['canary', 'mfe-hubs', 'judge']],
  [0, ['status', 'mfe-hubs']],
  [3, ['yank', 'mfe-hubs@1.1.0', ...WHY]],
  [0, ['rollback', 'mfe-hubs', '--urgent', ...WHY]],
  [3, ['rollback', 'mfe-hubs', ...WHY, '--dry-run']],
  [3, ['rollback', 'mfe-hubs', ...WHY]],
  [0, ['yank', 'mfe-hubs@1.1.0', ...WHY, '--dry-run']],
  [0, ['yank', 'mfe-hubs@1.1.0', ...WHY]],
  [0, ['yank', 'mfe-hubs@1.1.0', ...WHY]],
  [3, ['promote', 'mfe-hubs@1.1.0', ...WHY]],
  [3, ['promote', 'mfe-hubs@9.9.9', ...WHY]],
  [2, ['promote', 'mfe-hub@1.0.0', ...WHY]],
  [2, ['promote', 'mfe-hubs@1.0.0']],
  [0, ['store', 'prune', '--dry-run']],
  [0, ['store', 'prune']],
  [0, ['history']],
  [2, ['history', '--expect', '1']],
  [4, ['store', 'prune', '--expect', '1']],
  [0, ['store', 'verify']],
  [0, ['status']],
];

async function build(): Promise<void> {
  await sample.build('mfe-hubs', '1.1.0');
  const shared = { requires: { react: '^18.0.0' } };
  for (const [name, version, changes] of [
    ['other', '1.1.0', { contents: { 'entry.js': 'other' } }],
    ['incompatible', '1.2.0', { shared }],
    ['unstyled', '1.3.0', { contents: { 'entry.js': 'unstyled', 'page.css': 'body { margin: 0 }' } }],
  ] as const)
    await new SampleStore(join(sample.folder, name), sample.store).build('mfe-hubs', version, changes);
}

describe.each([['words and exit codes'], ['--json']])('%s', (how) => {
  const isJson = how === '--json';

  beforeAll(build);

  // The second run finds what the first one left, which is the same on both sides.
  test.each(SCRIPT.map(([code, words]) => [words.join(' '), code, words] as const))(
    '%s: the same on a folder and through the service',
    async (_, code, words) => {
      const named =
        words[0] === 'publish' ? ['publish', join(sample.folder, words[1] ?? ''), ...words.slice(2)] : words;
      const rows = [
        visitRow({ release: 2, version: '1.1.0', visits: 300, failed: [[0, 0]] }),
        visitRow({ release: 2, version: '1.0.0', visits: 3000 }),
      ];
      for (const { server } of [folder, remote]) server.looks = [rows];
      const all = isJson ? [...named, '--json'] : named;
      const onFolder = await run(folder, all);
      expect(await run(remote, all)).toEqual(onFolder);
      expect(onFolder.code).toBe(isJson ? onFolder.code : code);
    },
  );
});
