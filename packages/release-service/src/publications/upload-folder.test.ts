import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { UploadFolder } from './upload-folder.ts';

let root: string;
const opened: UploadFolder[] = [];

beforeEach(async () => {
  root = join(await mkdtemp(join(tmpdir(), 'portal-uploads-')), 'uploads');
});
afterEach(async () => {
  for (const folder of opened.splice(0)) await folder.close();
  await rm(join(root, '..'), { recursive: true });
});

/** As a service does when it starts. */
async function start(): Promise<UploadFolder> {
  const folder = new UploadFolder(root);
  opened.push(folder);
  await folder.open();
  return folder;
}

async function makeFile(folder: UploadFolder): Promise<string> {
  const { path, stream } = await folder.newFile();
  await finished(stream.end('some bytes'));
  return path;
}

const files = async (): Promise<readonly string[]> => {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.parentPath !== root)
    .map(({ parentPath, name }) => join(parentPath, name));
};

test('a start removes what a killed process left, and nothing of one that runs', async () => {
  const script = `
    import { UploadFolder } from '${new URL('upload-folder.ts', import.meta.url).href}';
    const { path, stream } = await new UploadFolder(process.argv[1]).newFile();
    stream.end('some bytes', () => console.log(path));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, root], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const theirs = line.toString().trim();
  const ours = await makeFile(await start());
  expect(new Set(await files())).toEqual(new Set([theirs, ours]));
  child.kill('SIGKILL');
  await once(child, 'exit');
  await start();
  expect(await files()).toEqual([ours]);
});

test('starts at the same moment get folders of their own', async () => {
  const folders = await Promise.all(Array.from({ length: 10 }, start));
  const made = await Promise.all(folders.map(makeFile));
  expect(new Set(await files())).toEqual(new Set(made));
});

test('an end leaves nothing', async () => {
  const folder = await start();
  await makeFile(folder);
  await folder.close();
  expect(await readdir(root)).toEqual([]);
});
