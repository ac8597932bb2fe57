import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Reports } from './compose-reports.ts';
import { composeReports, describeBreaks, staleFiles } from './compose-reports.ts';

const ROOT = join(import.meta.dirname, '../..');

test('the reports of the shared modules are up to date ("npm run api-report" writes them), and no remote loses what it was built with', async () => {
  const reports = await composeReports(ROOT);
  expect(describeBreaks(reports.breaks)).toEqual([]);
  expect(await staleFiles(ROOT, reports)).toEqual([]);
});

const BEFORE = `
import type { MouseEventHandler, ReactNode } from 'react';
export interface BoxProps<T = string> extends Omit<{ text: T; role: T }, 'role'> { onClick?: MouseEventHandler }
export function Box({ text }: BoxProps): ReactNode { return text; }
export function startAll(name: string): string { return name; }
export function gone(): void {}
export const renamed = 'x';
export function needsMore(key: string): string { return key; }
export function mayTakeMore(key: string): string { return key; }
export function takesLess(key: string, size?: number): string { return key.slice(size); }
export function givesMore(): { name: string } { return { name: '' }; }
export function givesLess(): { name: string; size: number } { return { name: '', size: 1 }; }
export interface ViewProps { label: string; wide?: boolean }
export function View({ label }: ViewProps): string { return label; }
export interface Person { name: string }
export interface Human { name: string; size: number }
export function inside({ name }: Human, key: string): string { return name + key; }
export function person(): Person { return { name: '' }; }
export const one: { ask(key: string): string; tell(): void } = { ask: (key) => key, tell: () => {} };
export type Pair<A, B extends A> = { a: A; b: B; of: (a: A) => B };
export interface Links { forum?: string; contact?: string }
export function links(): Links { return {}; }
export async function lists(): Promise<Links[]> { return []; }
export const LIMIT = 10;
export const KEY = 'key';
export interface Store { find(key: string | undefined): string; put(key: string): void }
export const store: Store = { find: (key) => key ?? '', put: () => {} };
export type Kind = 'new' | 'old';
export type Size = 's' | 'm';
`;
const NOW = `
import type { MouseEventHandler, ReactNode } from 'react';
export interface BoxProps<T = string> extends Omit<{ text: T; role: T }, 'role'> { onClick?: MouseEventHandler; wide?: boolean }
export function Box({ text }: BoxProps): ReactNode { return text; }
export function startAll(name: string, size: number): string { return name + String(size); }
export const newName = 'x';
export function needsMore(key: string, size: number): string { return key.slice(size); }
export function mayTakeMore(key: string, size?: number): string { return key.slice(size); }
export function takesLess(key: string): string { return key; }
export function givesMore(): { name: string; size: number } { return { name: '', size: 1 }; }
export function givesLess(): { name: string } { return { name: '' }; }
export interface ViewProps { label: string }
export function View({ label }: ViewProps): string { return label; }
export interface Person { name: string; age?: number }
export interface Human { name: string; size: number }
export function inside({ name: other, ...rest }: Human, key: string): string { return other + key + String(rest.size); }
export function person(): Person { return { name: '' }; }
export const one: { ask(key: string, size?: number): string } = { ask: (key) => key };
export type Pair<A, B extends A> = { a: A; b: B; c?: A; of: (a: A) => B };
export interface Links { contact?: string }
export function links(): Links { return {}; }
export async function lists(): Promise<Links[]> { return []; }
export const LIMIT = 20;
export const KEY = 'other';
export interface Store { find(key: string): string; put(key: string | undefined): void }
export const store: Store = { find: (key) => key, put: () => {} };
export type Kind = 'new';
export type Size = 's' | 'm' | 'l';
`;

const AGREED_BEFORE = 'export interface RemoteModule { name: string }\nexport interface Messages { key: string }\n';
const AGREED_NOW =
  'export interface RemoteModule { name: string; size: number }\nexport interface Messages { key: string; more?: string }\n';

describe('a surface that has changed', () => {
  let root: string;
  let first: Reports;
  let reports: Reports;
  const source = 'packages/portal/session/src/index.ts';
  const agreement = 'packages/portal/contract/src/remote-module.ts';
  const read = async (file: string) => await readFile(join(root, 'packages/portal/session', file), 'utf8');

  async function write(file: string, text: string): Promise<void> {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }

  async function accept({ files }: Reports): Promise<void> {
    for (const [file, text] of files) if (text !== undefined) await writeFile(file, text);
  }

  beforeAll(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'portal-report-test-')));
    await write('shell/package.json', '{}');
    await mkdir(join(root, 'shell/node_modules/@portal'), { recursive: true });
    await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
    for (const [name, exports] of [
      ['session', { '.': './src/index.ts' }],
      ['contract', { './*': './src/*.ts' }],
    ] as const) {
      const folder = `packages/portal/${name}`;
      await write(`${folder}/package.json`, JSON.stringify({ name: `@portal/${name}`, type: 'module', exports }));
      await mkdir(join(root, folder, 'node_modules'));
      await symlink(`../../../${folder}`, join(root, `shell/node_modules/@portal/${name}`));
    }
    await write('packages/portal/contract/src/page-elements.ts', "export const ROOT_ID = 'root';\n");
    await write(agreement, AGREED_BEFORE);
    await write(source, BEFORE);
    first = await composeReports(root);
    await accept(first);
    await write(source, NOW);
    await write(agreement, AGREED_NOW);
    reports = await composeReports(root);
  });

  afterAll(async () => await rm(root, { recursive: true }));

  test('makes the report stale', async () => {
    expect(await staleFiles(root, first)).toEqual([]);
    expect(await staleFiles(root, reports)).toContain('packages/portal/session/api-report.txt');
  });

  test('is refused by name for all that is gone or narrowed, and for nothing else', () => {
    expect(reports.breaks.map(({ name }) => name).sort()).toEqual(
      [
        'gone',
        'renamed',
        'needsMore',
        'takesLess',
        'givesLess',
        'View',
        'ViewProps',
        'links',
        'lists',
        'Links',
        'one',
        'KEY',
        'Store',
        'store',
        'Kind',
        'RemoteModule',
      ].sort(),
    );
    const sentences = describeBreaks(reports.breaks).join('\n');
    expect(sentences).toContain(
      'gone of @portal/session no longer serves remotes that were built with it: It is gone.',
    );
    expect(sentences).toContain('--accept-breaks');
  });

  test('counts the breaks once they are accepted, and remembers what still serves remotes that were built before', async () => {
    await accept(reports);
    expect(await read('api-report.txt')).toMatch(/^.* Breaking changes so far: 15\./);
    const former = JSON.parse(await read('former-signatures.json')) as Record<string, object>;
    expect(Object.keys(former['@portal/session'] ?? {}).sort()).toEqual(
      ['Box', 'BoxProps', 'givesMore', 'LIMIT', 'mayTakeMore', 'Pair', 'Person', 'person', 'Size'].sort(),
    );
    const next = await composeReports(root);
    expect(next.breaks).toEqual([]);
    expect(await staleFiles(root, next)).toEqual([]);
  });
});
