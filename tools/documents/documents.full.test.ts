import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { SamplePortal } from '@portal/web-server/testing';
import { copySources } from '../../scripts/testing/source-copy.ts';
import type { SourceCopy } from '../../scripts/testing/source-copy.ts';
import { startTestRegistry } from '../libraries/testing-registry.ts';
import {
  playAnotherRepository,
  playFirstDay,
  PORTAL,
  publishFromDocument,
  releaseAnotherRepository,
} from './first-day.ts';
import type { Block } from './pages.ts';
import { installationSteps, readBlocks, ROOT } from './pages.ts';
import { paste, getScript } from './reader.ts';

/** In milliseconds. It builds a portal, and starts it for each page. */
const LIMIT = 600_000;

/**
 * Blocks that this test does not paste, by heading or word: the test of what they do, and why they are not pasted here.
 */
const ELSEWHERE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'first-day.md': {
    check: 'lab/first-day/main.ts: it runs for minutes after a new dependency',
  },
  'releasing.md': { check: 'e2e/src/check.spec.ts: it needs Chromium' },
  'release-service.md': { login: 'packages/releases/service/src/login.full.test.ts: a browser signs in' },
  'release-console.md': {},
  'pipeline.md': {},
  'another-repository.md': {},
  'install.md': { 'Install the portal': 'e2e/src/operating.spec.ts' },
  'operating.md': {
    'With systemd': 'tools/packages/packages.full.test.ts: a test has no systemd',
    'In containers': 'tools/packages/containers.full.test.ts: it needs podman',
    'nginx in front': 'tools/test/nginx.full.test.ts: it needs root, apt and host names',
    CDN: 'e2e/src/engines/cdn.spec.ts: it needs a CDN',
    Logs: 'packages/delivery/web-server/src/main.full.test.ts: it needs the journal of systemd',
    Metrics: 'tools/test/promtool.test.ts: it needs Prometheus',
    'Backup and restore': 'tools/operating/backup-and-restore.full.test.ts',
    'Upgrade and downgrade': 'tools/operating/upgrade.full.test.ts: a test has no systemd',
  },
};
const PAGES = Object.keys(ELSEWHERE);

const whyElsewhere = (page: string, { heading, word }: Block) => ELSEWHERE[page]?.[word] ?? ELSEWHERE[page]?.[heading];

/** The blocks of a page that this test pastes. */
const blocksToPaste = async (page: string) =>
  (await readBlocks(page)).filter((block) => whyElsewhere(page, block) === undefined);

const SERVICE = 'http://localhost:4400/livez';
const START: Block = { section: '', heading: '', word: 'terminal', commands: 'npm start\n' };

let copy: SourceCopy;
const folders: string[] = [];
async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-reader-'));
  folders.push(folder);
  return folder;
}
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=anna', '-c', 'user.email=anna@example.com', ...args], { cwd: copy.root });

/** A checkout of one commit, with the builds that this one has: those that are older are built anew. */
beforeAll(async () => {
  // Its own installation: a start may renew it.
  copy = await copySources([], { install: true });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'A portal');
  const cache = '.portal/build-cache';
  const built = ['shell', 'mfe-account', 'mfe-developer', 'mfe-hubs', 'mfe-legal', 'mfe-staff'].map(
    (part) => `${part}/dist`,
  );
  for (const folder of [cache, ...built])
    if (existsSync(join(ROOT, cache)) && existsSync(join(ROOT, folder)))
      await cp(join(ROOT, folder), join(copy.root, folder), { recursive: true });
}, LIMIT);
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
  await copy.remove();
});

/** As on the first day. */
beforeEach(async () => {
  git('reset', '--quiet', '--hard', git('rev-list', '--max-parents=0', 'HEAD').toString().trim());
  git('clean', '--quiet', '--force', '-d');
  for (const name of await readdir(join(copy.root, '.portal')).catch(() => []))
    if (name !== 'build-cache') await rm(join(copy.root, '.portal', name), { recursive: true });
});

const follow = (blocks: readonly Block[], answers: readonly string[]) =>
  paste(getScript(blocks, answers), { cwd: copy.root, alone: true });

test('what these pages have that is not pasted here has another test, which exists, and no other is left out', async () => {
  for (const page of PAGES) {
    const blocks = await readBlocks(page);
    const left = new Set(blocks.map((block) => whyElsewhere(page, block)).filter((why) => why !== undefined));
    expect([...left].toSorted()).toEqual([...new Set(Object.values(ELSEWHERE[page] ?? {}))].toSorted());
    for (const why of left) expect([why, existsSync(join(ROOT, why.split(':')[0] ?? ''))]).toEqual([why, true]);
  }
});

/** What a reader of releasing.md has: two versions that everybody got, one after the other. */
const BEFORE = ['1.0.0', '1.1.0']
  .map(
    (version) => `
npm pkg set version=${version} --prefix mfe-hubs
git commit --quiet --all --allow-empty --message "Hubs ${version}"
npm run build --prefix mfe-hubs
npm run release -- publish mfe-hubs
npm run release -- promote mfe-hubs@${version} --reason "Hubs ${version}"
`,
  )
  .join('');
/** A place in its script that a source is known of. */
const STACK = `
export STACK=.portal/stack.txt
script=$(cd mfe-hubs/dist && echo settings.*.js)
column=$(grep --only-matching --byte-offset --perl-regexp '\\.serial,\\w+\\K\\.partNumber' mfe-hubs/dist/$script | head -n 1 | cut -d : -f 1)
echo "TypeError at http://localhost:4000/assets/mfe-hubs/$script:1:$((column + 1))" > $STACK
`;
const plain = (commands: string): Block => ({ section: '', heading: '', word: '', commands });

test('docs/install.md promotes nothing where a publication fails', async () => {
  const folder = await makeFolder();
  const programs = {
    useradd: 'exit 0',
    install: 'exit 0',
    tar: 'mkdir builds/shell builds/mfe-hubs',
    runuser: 'shift 3; exec "$@"',
    'portal-release': 'echo "$1" >> asked; [ "$1" != publish ]',
  };
  await mkdir(join(folder, 'bin'));
  for (const [name, script] of Object.entries(programs))
    await writeFile(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const makeStore = (await installationSteps()).find((each) => each.includes('portal-release promote')) ?? '';
  // As somebody pastes it: nothing but the page ends the shell.
  spawnSync('bash', ['--norc', '-c', makeStore], {
    cwd: folder,
    env: { PATH: `${join(folder, 'bin')}:/usr/bin:/bin` },
  });
  expect(await readFile(join(folder, 'asked'), 'utf8')).toBe('publish\n');
});

test(
  'docs/releasing.md rolls back, yanks, releases a new version step by step, copies it and finds an error in its sources',
  async () => {
    const blocks = await blocksToPaste('releasing.md');
    const output = await follow([START, plain(BEFORE + STACK), ...blocks], [PORTAL]);
    expect(output).toContain('served by 1 of 1');
    expect(output).toContain('mfe-hubs/src/');
  },
  LIMIT,
);

test(
  'docs/release-service.md starts a service on one machine, with which a job releases; docs/operating.md asks for its health',
  async () => {
    const blocks = [...(await blocksToPaste('release-service.md')), ...(await blocksToPaste('operating.md'))];
    const output = await follow(blocks, [PORTAL, SERVICE]);
    expect(output).toContain('served by 1 of 1');
    expect(output).toContain('{"ready":true}');
  },
  LIMIT,
);

test('docs/another-repository.md has no other commands than those that are played here', async () => {
  const words = ['alone', 'catalogue', 'create', 'dev', 'each', 'first', 'portal', 'try', 'update'];
  const blocks = await readBlocks('another-repository.md');
  expect(blocks.map(({ word }) => word).toSorted()).toEqual(words);
});

test(
  'docs/first-day.md leads from a clone to a text, a remote with a page, a call and a test, and its release and rollback',
  async () => {
    const day = { folder: copy.root, env: {}, done: () => undefined };
    const output = await playFirstDay(day, { checks: false });
    expect(output).toMatch(/mfe-bike-pass 1\.0\.0\S* -> 1\.1\.0/);
    expect(output).toMatch(/mfe-bike-pass 1\.1\.0 -> 1\.0\.0/);
  },
  LIMIT,
);

test(
  'docs/another-repository.md and docs/first-day.md lead from an empty folder to the same page and call, in a portal elsewhere',
  async () => {
    const registry = await startTestRegistry();
    const env = { PORTAL_REGISTRY: registry.url };
    const portal = await SamplePortal.released();
    try {
      await publishFromDocument(copy.root, env);
      const { url } = await portal.start();
      const day = { folder: await makeFolder(), env, done: () => undefined };
      await playAnotherRepository(day, url);
      expect(await releaseAnotherRepository(day, copy.root)).toContain('acme/mfe-bike-pass');
    } finally {
      await portal.remove();
      await registry.stop();
    }
  },
  LIMIT,
);
