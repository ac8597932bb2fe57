import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { link, mkdir, mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ServiceEndedError, startService } from './service.ts';
import type { Service } from './service.ts';

const READY_AND_WAITS = `
  process.on('SIGTERM', () => { console.error('stopping'); process.exit(0); });
  setInterval(() => {}, 1000);
  console.error('ready with ' + process.env.PORTAL_PORT);
`;

let root = '';
const running: Service[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'service-'));
  await writeFile(join(root, 'package.json'), '{ "type": "module" }');
});
afterEach(async () => {
  for (const service of running.splice(0)) service.kill();
  await rm(root, { recursive: true, force: true });
});

/** Starts `code` as a service; `line(n)` resolves with its n-th line. */
async function readService(code: string, watched?: readonly string[]) {
  await writeFile(join(root, 'main.ts'), code);
  const lines: string[] = [];
  const waiting: { count: number; resolve: (line: string) => void }[] = [];
  const service = startService({
    name: 'web server',
    main: 'main.ts',
    root,
    env: { PORTAL_PORT: '4711' },
    watched,
    onLine: (text) => {
      lines.push(text);
      for (const { count, resolve } of waiting) if (lines.length === count) resolve(text);
    },
  });
  running.push(service);
  const line = async (count: number): Promise<string> =>
    lines[count - 1] ?? (await new Promise<string>((resolve) => waiting.push({ count, resolve })));
  /** Resolves when a line has been printed that ends in `word`. */
  const lineWith = async (word: string): Promise<void> => {
    for (let count = 1; !(await line(count)).endsWith(word); count += 1);
  };
  return { service, lines, line, lineWith };
}

function isAlive(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false; // no such process
  }
}

test('a service gets its environment, passes on its output, and stops on request', async () => {
  const { service, lines, line } = await readService(READY_AND_WAITS);
  expect(await line(1)).toBe('ready with 4711');
  await service.stop();
  expect(lines).toEqual(['ready with 4711', 'stopping']);
  expect(isAlive(service.pid)).toBe(false);
});

test('a service that ends by itself reports its exit code', async () => {
  const { service } = await readService('process.exit(3)');
  await expect(service.ended).rejects.toThrow(
    new ServiceEndedError('The web server has stopped by itself (exit code 3).'),
  );
  await service.stop();
});

test('stopping a service also stops the processes that it started', async () => {
  const { service, line } = await readService(`
    import { spawn } from 'node:child_process';
    process.on('SIGTERM', () => {});
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    console.error(String(child.pid));
    child.on('exit', () => process.exit(0));
  `);
  const grandchild = Number(await line(1));
  await service.stop();
  expect(isAlive(grandchild)).toBe(false);
});

/**
 * Saves until the service has noticed: Node watches only a while after the start, and each save ends a service that is
 * just starting again.
 */
async function saveUntil<Noticed>(save: () => Promise<void>, noticed: Promise<Noticed>): Promise<Noticed> {
  await save();
  const saving = setInterval(() => void save(), 5000);
  return await noticed.finally(() => clearInterval(saving));
}

test('a watched service starts again when a file in its folders changes, also after a failure', async () => {
  const module = join(root, 'module.ts');
  await writeFile(module, "export const word = 'first';");
  const { service, line, lineWith } = await readService(
    `import { word } from './module.ts'; console.error(word); setInterval(() => {}, 1000);`,
    ['.'],
  );
  const change = async (text: string, word: string) =>
    await saveUntil(async () => await writeFile(module, text), lineWith(word));
  expect(await line(1)).toBe('first');
  await change("export const word = 'second'; throw new Error('fails');", 'fails');
  // After the mistake, Node waits for a change.
  await change("export const word = 'repaired';", 'repaired');
  await service.stop();
  expect(isAlive(service.pid)).toBe(false);
});

test('a watched service goes on when another checkout installs, or removes, the package of a module', async () => {
  const packages = await mkdtemp(join(tmpdir(), 'packages-'));
  const installed = join(packages, 'installed.mjs');
  await writeFile(installed, "export const word = 'installed ';");
  await mkdir(join(root, 'src'));
  const saved = join(root, 'src/saved.ts');
  const { service, line } = await readService(
    `import { existsSync } from 'node:fs'; import { word } from ${JSON.stringify(installed)};
    console.error(word + existsSync(${JSON.stringify(saved)})); setInterval(() => {}, 1000);`,
    ['src'],
  );
  expect(await line(1)).toBe('installed false');
  // So does pnpm with what it has already.
  await link(installed, join(packages, 'other.mjs'));
  await unlink(join(packages, 'other.mjs'));
  const next = await saveUntil(async () => await writeFile(saved, ''), line(2));
  await service.stop();
  await rm(packages, { recursive: true });
  expect(next).toBe('installed true');
});

test('a watched service that does not start ends', async () => {
  const { service } = await readService('process.exit(3)', ['.']);
  await expect(service.ended).rejects.toThrow(ServiceEndedError);
});

test.each([[undefined], ['["."]']])(
  'a service does not outlive the process that started it (watched: %s)',
  async (watched) => {
    const parent = `
    import { startService } from ${JSON.stringify(new URL('service.ts', import.meta.url).href)};
    const service = startService({ name: 'x', main: 'main.ts', root: ${JSON.stringify(root)}, env: {}, watched: ${watched}, onLine: () => console.log(service.pid) });
  `;
    await writeFile(join(root, 'main.ts'), READY_AND_WAITS);
    await writeFile(join(root, 'parent.ts'), parent);
    const child = spawn(process.execPath, [join(root, 'parent.ts')], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [pid] = (await once(child.stdout, 'data')) as [Buffer];
    child.kill('SIGKILL');
    // Only the parent and the service hold the service's pipes, so "close" means that both have ended.
    await once(child, 'close');
    await expect(gone(Number(pid.toString()))).resolves.toBe(true);
  },
);

/** Resolves when the process has ended. */
async function gone(pid: number): Promise<boolean> {
  while (isAlive(pid)) await new Promise((resolve) => setImmediate(resolve));
  return true;
}
