/**
 * What Jest runs after a change: everything, or the tests related to `sources` and those in `tests` (paths from the
 * root).
 */
type Selection = 'everything' | { readonly sources: readonly string[]; readonly tests: readonly string[] };

/**
 * Files that tests read by path, and these tests. Jest knows by itself which tests import a file. A file that no row
 * names and nothing can import runs everything.
 */
export const READ_BY_PATH: readonly (readonly [files: RegExp, tests: readonly string[]])[] = [
  [/\.md$/, ['tools/documents']],
  // What browser tests alone read, or no test.
  [/^docs\/images\//, []],
  [/^(?:e2e|lab)\/.*\.(?:ts|tsx|json|css|html)$|^\.ci\//, []],
  [/\.(?:test|suite|spec)\.tsx?$|^docs\/(?:security|specification-coverage)\.md$/, ['tools/specification']],
  [/^docs\/imports\.md$|^tools\/boundaries\//, ['tools/boundaries']],
  [/^\.changeset\//, ['tools/api-report']],
  [/^docs\/operating\.md$/, ['tools/settings', 'packages/releases/core/src/cli']],
  [/^docs\/staff-api\.md$/, ['tools/staff-permissions', 'packages/development/dev-backend/src/staff']],
  [/^docs\/development-backend\.md$/, ['packages/development/dev-backend/src/mail']],
  [/^docs\/(?:browsers|web-server)\.md$/, ['packages/delivery/web-server/src']],
  [/^docs\//, ['packages/releases/core/src', 'tools']],
  [/^(?:shell|mfe-[^/]+)\/src\/.*\.(?:tsx?|json)$/, ['tools/catalogues/catalogues.test.ts']],
  [/^packages\/(?:portal\/[^/]+|build\/federation)\/(?:src\/.*\.tsx?|[^/]+\.(?:txt|json))$/, ['tools/api-report']],
  [
    /^packages\/portal\/ui\/src\/styles\//,
    ['packages/portal/ui', 'packages/portal/contract/src/theme.test.ts', 'packages/releases/console/src'],
  ],
  [/^(?:shell|mfe-[^/]+)\/src\/.*\.css$/, []],
  [
    /^mfe-legal\/documents\//,
    [
      'mfe-legal',
      'packages/delivery/web-server/src/cookies.test.ts',
      'packages/development/dev-backend/src/mail',
      'tools/catalogues/words.test.ts',
    ],
  ],
  [/^packages\/delivery\/web-server\/site\//, ['packages/delivery/web-server/src']],
  [
    /^operations\//,
    ['tools/packages', 'packages/delivery/web-server/src/monitoring.test.ts', 'packages/releases/console/src'],
  ],
  [
    /^mfe-[^/]+\/src\/pages\/|^shell\/src\/.+-pages?\.|^packages\/portal\/ui\/src\/index\.ts$|components\.states/,
    ['scripts/dev/run-catalogue.test.ts'],
  ],
  [/^CODEOWNERS$/, ['packages/build/create-remote', 'scripts/new-remote.full.test.ts']],
  [/^tools\/budgets\//, ['tools/budgets']],
  [
    /^(?:shell|mfe-[^/]+|packages\/(?:portal|delivery|releases)\/[^/]+)\/src\/.*\.tsx?$/,
    ['tools/baseline/formats.test.ts'],
  ],
  [
    /^tools\/baseline\/samples\//,
    ['tools/baseline', 'packages/portal/session/src/user-storage.test.ts', 'shell/src/kept-in-tab.test.ts'],
  ],
];

const MODULE = /\.(?:tsx?|mjs)$/;
const IMPORTABLE = /\.(?:tsx?|mjs|json)$/;
/** Whole folders of settings depend on them. */
const CONFIGURES_EVERYTHING = /(?:^|\/)(?:package|tsconfig[^/]*|remote|shell)\.json$|^[^/]+\.(?:ts|mjs|jsonc|yaml)$/;

/** Chooses what Jest runs after a change of `files`. */
export function selectTests(files: readonly string[]): Selection {
  const sources: string[] = [];
  const tests = new Set<string>();
  for (const file of files) {
    if (CONFIGURES_EVERYTHING.test(file)) return 'everything';
    const rows = READ_BY_PATH.filter(([pattern]) => pattern.test(file));
    if (rows.length === 0 && !MODULE.test(file)) return 'everything';
    if (IMPORTABLE.test(file)) sources.push(file);
    for (const [, read] of rows) for (const test of read) tests.add(test);
  }
  return { sources, tests: [...tests] };
}
