import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import Fastify from 'fastify';
import { answerFailure } from '../refusal.ts';
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
  ['is no JSON', '{\n  "GET a": }', ':2:12: '],
  ['names no call', '{ "a": {} }', ': "a"'],
  ['has something else', '{ "GET a": { "answer": 1 } }', ': "GET a.answer"'],
])('a call fails because of a file that %s, and the log says where in one line', async (_, text, where) => {
  await write('mfe-a', text);
  const lines: string[] = [];
  const app = Fastify();
  app.setErrorHandler(answerFailure({ log: (line) => lines.push(line) }));
  app.get('/a', () => findSampleAnswer(root, 'GET', 'a'));
  expect((await app.inject('/a')).statusCode).toBe(500);
  const said = `GET /a failed: mfe-a/src/calls/sample-answers.json${where}`;
  expect(lines.map((line) => line.slice(0, said.length))).toEqual([said]);
  expect(lines.join('\n').split('\n')).toHaveLength(1);
  await app.close();
});
