import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { MUTANTS } from './mutants.ts';

const ROOT = join(import.meta.dirname, '../..');

test('there are a hundred mutants, each with an id of its own', () => {
  expect(MUTANTS).toHaveLength(100);
  expect(new Set(MUTANTS.map(({ id }) => id)).size).toBe(MUTANTS.length);
});

describe.each(MUTANTS.map((mutant) => [mutant.id, mutant] as const))('%s', (id, mutant) => {
  const { file, find, replace, specs = [], tests = [] } = mutant;

  test('changes one place of a source, and its tests exist', () => {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)+$/);
    expect(file).not.toMatch(/\.(test|spec|suite)\.|\/testing[./]/);
    expect(readFileSync(join(ROOT, file), 'utf8').split(find)).toHaveLength(2);
    expect(replace).not.toBe(find);
    const named = [...specs.map((spec) => `e2e/src/${spec}.spec.ts`), ...tests];
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
