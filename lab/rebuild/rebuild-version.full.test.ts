import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { SampleBuild } from '@portal/release/testing';
import { SampleStore } from '@portal/release/operations/testing';
import { rebuildVersion } from './rebuild-version.ts';
import { ProcessError } from './run-process.ts';
import type { BuildRequest, FinishedBuild, Builder } from './builder.ts';

const COMMIT = 'c'.repeat(40);
const CONTENTS = { 'entry.js': 'hubs', 'main.js': 'page' };
let sample: SampleStore;
let builder: FakeBuilder;

/** Has one commit, and builds `contents` of whatever is ordered. */
class FakeBuilder implements Builder {
  contents: Readonly<Record<string, string>> = CONTENTS;
  failure: Error | undefined;
  readonly requests: BuildRequest[] = [];
  cleared = 0;

  async hasCommit(commit: string): Promise<boolean> {
    return commit === COMMIT;
  }

  async build(order: BuildRequest): Promise<FinishedBuild> {
    this.requests.push(order);
    if (this.failure) throw this.failure;
    const { name, version } = order;
    const provenance = { builtAt: '2026-01-01T00:00:00.000Z' };
    return { folder: await sample.build(name, version, { contents: this.contents, provenance }), node: '24.0.1' };
  }

  async clear(): Promise<void> {
    this.cleared += 1;
  }
}

beforeEach(async () => {
  sample = await SampleStore.make();
  builder = new FakeBuilder();
});
afterEach(() => sample.remove());

const publish = (provenance: SampleBuild['provenance'] = {}) =>
  sample.publish('mfe-hubs', '1.2.0', { contents: CONTENTS, provenance });
const rebuild = () => rebuildVersion(sample.store, 'mfe-hubs', '1.2.0', builder);

test('the same sources, built at another time by another Node, have the same bytes', async () => {
  await publish();
  expect(await rebuild()).toEqual({
    name: 'mfe-hubs',
    version: '1.2.0',
    commit: COMMIT,
    files: 2,
    differences: [],
    node: { published: '24.0.0', rebuilt: '24.0.1' },
  });
  expect(builder.requests).toMatchObject([{ name: 'mfe-hubs', version: '1.2.0', commit: COMMIT }]);
  expect(builder.cleared).toBe(1);
});

test('every file that only one of the builds has is named, and the manifest', async () => {
  await publish();
  builder.contents = { ...CONTENTS, 'main.js': 'another page' };
  const { differences } = await rebuild();
  expect(differences).toEqual([
    { file: expect.stringMatching(/^main\./), in: 'published' },
    { file: expect.stringMatching(/^main\./), in: 'rebuilt' },
    { file: 'manifest.json', in: 'both' },
  ]);
  expect(builder.cleared).toBe(1);
});

test.each<readonly [string, NonNullable<SampleBuild['provenance']>, string]>([
  [
    'with uncommitted changes',
    { source: { repository: null, commit: COMMIT, clean: false } },
    `with uncommitted changes on top of commit ${COMMIT}, so no commit has its sources. Commit everything`,
  ],
  ['outside git', { source: null }, 'was built outside git'],
  ['without pnpm', { tools: {} }, 'were not installed by pnpm'],
])('refuses a version that was built %s', async (_, provenance, message) => {
  await publish(provenance);
  await expect(rebuild()).rejects.toThrow(message);
  expect(builder.requests).toEqual([]);
});

test('says how to fetch a commit that the repository does not have', async () => {
  const commit = 'd'.repeat(40);
  await publish({ source: { repository: 'https://git.example.com/portal.git', commit, clean: true } });
  await expect(rebuild()).rejects.toThrow(`git fetch https://git.example.com/portal.git ${commit}`);
  expect(builder.requests).toEqual([]);
});

test('a build that fails is reported with its output, and leaves nothing', async () => {
  await publish();
  builder.failure = new ProcessError('rspack failed:\nsyntax error');
  await expect(rebuild()).rejects.toThrow('syntax error');
  expect(builder.cleared).toBe(1);
});
