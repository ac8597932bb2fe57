import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { UploadFolder } from './upload-folder.ts';

const HOUR_MS = 60 * 60 * 1000;
let root: string;
let now: number;

beforeEach(async () => {
  root = join(await mkdtemp(join(tmpdir(), 'portal-uploads-')), 'uploads');
  now = Date.now();
});
afterEach(async () => {
  await rm(join(root, '..'), { recursive: true });
});

const open = () => new UploadFolder(root, () => now);

async function makeFile(folder: UploadFolder): Promise<string> {
  const { path, stream } = await folder.newFile();
  await finished(stream.end('some bytes'));
  return path;
}

const files = async () => (await readdir(root)).map((name) => join(root, name)).toSorted();

test('what a killed process left behind goes with a later upload, and nothing of one that runs', async () => {
  const theirs = await makeFile(open());
  await utimes(theirs, now / 1000, now / 1000 - 4 * 3600);
  const running = await makeFile(open());
  expect(await files()).toEqual([running]);

  const folder = open();
  const left = await makeFile(folder);
  now += 4 * HOUR_MS;
  await utimes(running, now / 1000, now / 1000);
  const ours = await makeFile(folder);
  await utimes(ours, now / 1000, now / 1000);
  expect(await files()).toEqual([running, ours].toSorted());
  expect(left).not.toBe(ours);
});

test('what is no upload stays, and does not matter', async () => {
  await mkdir(join(root, 'lost+found'), { recursive: true });
  await writeFile(join(root, 'note.txt'), 'mine');
  for (const name of ['lost+found', 'note.txt']) await utimes(join(root, name), 0, 0);
  const ours = await makeFile(open());
  expect(await files()).toEqual([join(root, 'lost+found'), join(root, 'note.txt'), ours].toSorted());
});
