import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listParts } from '../../scripts/start/parts.ts';
import { copySources } from '../../scripts/testing/source-copy.ts';
import { expect, test } from './support/watched-test.ts';

const run = promisify(execFile);
const PARTS = ['shell', ...listParts(join(import.meta.dirname, '../..')).filter((part) => part !== 'shell')];

interface Machine {
  /** Where the checkout lies, below the system's temporary folder. */
  readonly folder: string;
  readonly umask: string;
  readonly env: Readonly<Record<string, string>>;
}

const FIRST: Machine = { folder: 'p', umask: '022', env: { TZ: 'UTC', LANG: 'C' } };
const SECOND: Machine = {
  folder: 'the second, much longer/folder of a büild',
  umask: '077',
  env: { TZ: 'Pacific/Auckland', LANG: 'de_DE.UTF-8', RAYON_NUM_THREADS: '1', HOME: tmpdir(), USER: 'somebody' },
};

/** The hash of each file of a part, as a fresh checkout builds it; without the provenance. */
async function readHashes(folder: string): Promise<Readonly<Record<string, string>>> {
  const hashes: [string, string][] = [];
  for (const file of (await readdir(folder)).toSorted()) {
    if (file === 'provenance.json') continue;
    hashes.push([
      file,
      createHash('sha256')
        .update(await readFile(join(folder, file)))
        .digest('hex'),
    ]);
  }
  return Object.fromEntries(hashes);
}

/** Installs and builds all parts in a folder of their own. */
async function buildAll({ folder, umask, env }: Machine): Promise<ReadonlyMap<string, unknown>> {
  const temporary = await mkdtemp(join(tmpdir(), 'portal-bytes-'));
  try {
    const parent = join(temporary, folder);
    await mkdir(parent, { recursive: true });
    const sources = await copySources(['docs'], { parent, install: true });
    const built = new Map<string, unknown>();
    for (const part of PARTS) {
      const cwd = join(sources.root, part);
      const build = [process.execPath, join(cwd, 'node_modules/@rspack/cli/bin/rspack.js'), 'build'];
      await run('sh', ['-c', `umask ${umask}; exec "$@"`, 'sh', ...build], { cwd, env: { ...process.env, ...env } });
      built.set(part, await readHashes(join(cwd, 'dist')));
    }
    return built;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

test('every part has the same bytes, whatever folder, time zone, language, umask and number of cores built it', async () => {
  test.setTimeout(600_000);
  const first = await buildAll(FIRST);
  const second = await buildAll(SECOND);
  expect(first.size).toBe(PARTS.length);
  expect(Object.fromEntries(second)).toEqual(Object.fromEntries(first));
});

test('the vendor file is that of production, and stays when the shell uses less of the router, and a build that uses more has to list it', async () => {
  test.setTimeout(120_000);
  const sources = await copySources(['docs', 'e2e']);
  const vendor = async () => (await readdir(await sources.build('shell'))).filter((file) => file.startsWith('vendor.'));
  try {
    const before = await vendor();
    expect(before).toHaveLength(1);
    const code = await readFile(join(sources.root, 'shell/dist', before[0] ?? ''), 'utf8');
    expect(code).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
    expect(code, "a warning of the router's development build").not.toContain('No routes matched location');
    const prompt = 'shell/src/layout/unsaved-input-prompt.tsx';
    const taken = "import { useBlocker } from 'react-router-dom';";
    await sources.edit(prompt, (text) => text.replace(taken, "const useBlocker = (_: unknown) => ({ state: '' });"));
    expect(await vendor()).toEqual(before);
    const more = "import { useBlocker, useMatches } from 'react-router-dom';\nconsole.log(useMatches);";
    await sources.edit(prompt, (text) => text.replace(/const useBlocker = .*/, more));
    await expect(vendor()).rejects.toMatchObject({
      stdout: expect.stringMatching(/takes "useMatches" from .*vendor\.ts/),
    });
  } finally {
    await sources.remove();
  }
});
