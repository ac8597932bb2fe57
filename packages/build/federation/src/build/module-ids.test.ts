import { describe, expect, test } from '@jest/globals';
import { pathFree } from './module-ids.ts';

describe("a module's name without the paths of the building machine", () => {
  test('is the same in every folder', () => {
    const named = (root: string) =>
      pathFree(
        `consume shared module (default) react (fallback: ${root}/node_modules/react/index.js)`,
        `${root}/shell`,
      );
    expect(named('/home/anna/portal')).toBe(named('/builds/ci/a b/42'));
    expect(named('/home/anna/portal')).toContain('(fallback: ../node_modules/react/index.js)');
  });

  test('is the same for code that is itself the name, with its characters encoded', () => {
    const named = (root: string) =>
      pathFree(`data:text/javascript,${encodeURIComponent(`import "${root}/node_modules/x.js"`)}`, `${root}/mfe-hubs`);
    expect(named('/home/anna/portal')).toBe(named('/builds/ci/a b/42'));
  });

  test('keeps the names of folders that only begin alike', () => {
    expect(pathFree('/a/portal-two/x.ts', '/a/portal')).toBe('../portal-two/x.ts');
  });
});
