import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { SampleBuild } from '@portal/release/testing';
import { SampleStore } from '@portal/release/operations/testing';
import { rebuildVersion } from './rebuild-version.ts';
import { ProcessError } from './run-process.ts';
import type { Order, Product, Workshop } from './workshop.ts';

const COMMIT = 'c'.repeat(40);
const CONTENTS = { 'entry.js': 'hubs', 'main.js': 'page' };
let sample: SampleStore;
let workshop: FakeWorkshop;

/** Has one commit, and builds `contents` of whatever is ordered. */
class FakeWorkshop implements Workshop {
  contents: Readonly<Record<string, string>> = CONTENTS;
  failure: Error | undefined;
  readonly orders: Order[] = [];
  cleared = 0;

  async hasCommit(commit: string): Promise<boolean> {
    return commit === COMMIT;
  }

  async build(order: Order): Promise<Product> {
    this.orders.push(order);
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
  workshop = new FakeWorkshop();
});
afterEach(() => sample.remove());

const publish = (provenance: SampleBuild['provenance'] = {}) =>
  sample.publish('mfe-hubs', '1.2.0', { contents: CONTENTS, provenance });
const rebuild = () => rebuildVersion(sample.store, 'mfe-hubs', '1.2.0', workshop);

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
  expect(workshop.orders).toMatchObject([{ name: 'mfe-hubs', version: '1.2.0', commit: COMMIT }]);
  expect(workshop.cleared).toBe(1);
});

test('every file that only one of the builds has is named, and the manifest', async () => {
  await publish();
  workshop.contents = { ...CONTENTS, 'main.js': 'another page' };
  const { differences } = await rebuild();
  expect(differences).toEqual([
    { file: expect.stringMatching(/^main\./), in: 'published' },
    { file: expect.stringMatching(/^main\./), in: 'rebuilt' },
    { file: 'manifest.json', in: 'both' },
  ]);
  expect(workshop.cleared).toBe(1);
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
  expect(workshop.orders).toEqual([]);
});

test('says how to fetch a commit that the repository does not have', async () => {
  const commit = 'd'.repeat(40);
  await publish({ source: { repository: 'https://git.example.com/portal.git', commit, clean: true } });
  await expect(rebuild()).rejects.toThrow(`git fetch https://git.example.com/portal.git ${commit}`);
  expect(workshop.orders).toEqual([]);
});

test('a build that fails is reported with its output, and leaves nothing', async () => {
  await publish();
  workshop.failure = new ProcessError('rspack failed:\nsyntax error');
  await expect(rebuild()).rejects.toThrow('syntax error');
  expect(workshop.cleared).toBe(1);
});
