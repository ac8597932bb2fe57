import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { canBoot, canRunTypeScript } from './node-versions.mjs';

test.each([
  ['18.20.0', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['21.0.0', true],
  ['24.21.0', true],
])('Node %s can boot: %s', (version, expected) => {
  expect(canBoot(version)).toBe(expected);
});

test.each([
  ['20.19.0', false],
  ['22.17.9', false],
  ['22.18.0', true],
  ['23.5.0', false],
  ['23.6.0', true],
  ['24.0.0', true],
])('Node %s runs TypeScript: %s', (version, expected) => {
  expect(canRunTypeScript(version)).toBe(expected);
});

test('editors and version managers take the Node that is installed with the dependencies', () => {
  const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
  const { optionalDependencies } = JSON.parse(read('package.json')) as {
    readonly optionalDependencies: Readonly<Record<string, string>>;
  };
  expect(new Set(Object.values(optionalDependencies))).toEqual(new Set([read('.node-version').trim()]));
});
