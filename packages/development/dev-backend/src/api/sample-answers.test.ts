import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { findSampleAnswer } from './sample-answers.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parts-'));
});
afterEach(() => rm(root, { recursive: true }));

async function write(remote: string, text: string): Promise<void> {
  const file = join(root, remote, 'src/calls/sample-answers.json');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

test('each remote has answers of its own', async () => {
  await write('mfe-a', '{ "GET a": { "body": 1 } }');
  await write('mfe-b', '{ "POST b/{id}": { "status": 201 } }');
  expect(await findSampleAnswer(root, 'GET', 'a')).toEqual({ body: 1 });
  expect(await findSampleAnswer(root, 'POST', 'b/1')).toEqual({ status: 201 });
  expect(await findSampleAnswer(root, 'POST', 'b/1/2')).toBeUndefined();
  expect(await findSampleAnswer(undefined, 'GET', 'a')).toBeUndefined();
});

test('a repository with one remote has them at its root', async () => {
  await write('.', '{ "GET a": { "body": 1 } }');
  expect(await findSampleAnswer(root, 'GET', 'a')).toEqual({ body: 1 });
});

test.each([
  ['is no JSON', '{\n  "GET a": }', /sample-answers\.json:2:12: /],
  ['names no call', '{ "a": {} }', /sample-answers\.json: "a"/],
  ['has something else', '{ "GET a": { "answer": 1 } }', /sample-answers\.json: "GET a\.answer"/],
])('a file that %s is refused with its name', async (_, text, message) => {
  await write('mfe-a', text);
  await expect(findSampleAnswer(root, 'GET', 'a')).rejects.toThrow(message);
});
