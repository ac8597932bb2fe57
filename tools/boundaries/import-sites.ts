import type { ImportSite } from './import-site.ts';
import { THROUGH_FACADES } from './import-site.ts';

const CONTRACT = '@portal/contract/*';
const NODE_KIT = '@portal/node-kit/*';
const SHARED = [CONTRACT, '@portal/session', '@portal/api', '@portal/i18n', '@portal/ui'] as const;

/**
 * Who may import whom. This table is the only source: the linter's rule reads it (oxlint-rule.ts), the documentation contains it
 * (import-graph.ts), and boundaries.test.ts proves that every line is enforced.
 The first site whose `files` match applies, so narrower
 * ones come first.
 */
export const IMPORT_SITES: readonly ImportSite[] = [
  { name: 'contract', files: ['packages/contract/**'], runsIn: 'browser', imports: [] },
  { name: 'ui', files: ['packages/ui/**'], runsIn: 'browser', imports: [] },
  { name: 'session', files: ['packages/session/**'], runsIn: 'browser', imports: [CONTRACT] },
  {
    name: 'api/wire',
    files: ['packages/api/src/wire.ts', 'packages/api/src/wire/**'],
    runsIn: 'browser',
    imports: [CONTRACT],
  },
  {
    name: 'api',
    files: ['packages/api/**'],
    runsIn: 'browser',
    imports: [CONTRACT, '@portal/session', '@portal/session/authorized-request', '@portal/session/http'],
    inside: ['api/wire'],
  },
  { name: 'i18n', files: ['packages/i18n/**'], runsIn: 'browser', imports: [CONTRACT] },
  { name: 'pdf-viewer', files: ['packages/pdf-viewer/**'], runsIn: 'browser', imports: ['@portal/ui'] },
  {
    name: 'federation/runtime',
    files: ['packages/federation/src/runtime/**'],
    runsIn: 'browser',
    imports: [CONTRACT],
  },
  {
    name: 'federation/share-runtime',
    files: ['packages/federation/src/share-runtime/**'],
    runsIn: 'browser',
    imports: [CONTRACT],
  },
  {
    name: 'federation/development',
    files: ['packages/federation/src/development/**'],
    runsIn: 'browser',
    imports: [CONTRACT],
  },
  {
    name: 'federation/build',
    files: ['packages/federation/**'],
    runsIn: 'node',
    imports: [CONTRACT],
    inside: ['federation/share-runtime', 'federation/development'],
  },
  {
    name: "a part's build",
    files: ['shell/*', 'mfe-*/*', 'mfe-*/build/**'],
    runsIn: 'node',
    imports: [CONTRACT, '@portal/federation/build'],
    inside: ['shell', 'a remote'],
  },
  {
    name: 'shell',
    files: ['shell/**'],
    runsIn: 'browser',
    imports: [
      ...SHARED,
      '@portal/i18n/paint',
      '@portal/ui/paint',
      '@portal/ui/styles.css',
      '@portal/federation/runtime',
    ],
  },
  {
    name: 'a remote',
    files: ['mfe-*/**'],
    runsIn: 'browser',
    imports: [
      ...SHARED,
      '@portal/i18n/paint',
      '@portal/ui/paint',
      '@portal/pdf-viewer',
      '@portal/pdf-viewer/styles.css',
    ],
    without: THROUGH_FACADES,
  },
  {
    name: 'node-kit',
    files: ['packages/node-kit/**'],
    runsIn: 'node',
    imports: ['@portal/contract/parse', '@portal/contract/web-address'],
    // The version of the programs is the repository's.
    outside: ['package.json'],
  },
  {
    name: 'release-console',
    files: ['packages/release-console/**'],
    runsIn: 'node',
    imports: [
      CONTRACT,
      NODE_KIT,
      '@portal/release/*',
      '@portal/release/log/*',
      '@portal/release/operations/*',
      '@portal/release/service-api/*',
      '@portal/release/service-client/*',
      '@portal/release-service/testing',
      '@portal/release-watcher/*',
      '@portal/ui/styles.css',
    ],
  },
  {
    name: 'release-service',
    files: ['packages/release-service/**'],
    runsIn: 'node',
    imports: [
      CONTRACT,
      NODE_KIT,
      '@portal/release/*',
      '@portal/release/access/*',
      '@portal/release/cli/testing',
      '@portal/release/log/*',
      '@portal/release/operations/*',
      '@portal/release/service-api/*',
      '@portal/release-watcher/*',
    ],
  },
  {
    name: 'release-watcher',
    files: ['packages/release-watcher/**'],
    runsIn: 'node',
    imports: [CONTRACT, NODE_KIT, '@portal/release/*', '@portal/release/operations/*'],
  },
  { name: 'release', files: ['packages/release/**'], runsIn: 'node', imports: [CONTRACT, NODE_KIT] },
  {
    name: 'web-server',
    files: ['packages/web-server/**'],
    runsIn: 'node',
    imports: [
      CONTRACT,
      NODE_KIT,
      '@portal/release/store',
      '@portal/release/cached-driver',
      '@portal/release/open-driver',
      '@portal/release/store-settings',
      '@portal/release/log/*',
      '@portal/release/limits',
      '@portal/release/redirect-loops',
    ],
    testsImport: ['@portal/release/*', '@portal/release/operations/*', '@portal/release-watcher/*'],
  },
  {
    name: 'dev-backend',
    files: ['packages/dev-backend/**'],
    runsIn: 'node',
    imports: [CONTRACT, NODE_KIT, '@portal/api/wire'],
  },
  { name: 'remote-kit', files: ['packages/remote-kit/**'], runsIn: 'node', imports: [] },
  { name: 'create-remote', files: ['packages/create-remote/**'], runsIn: 'node', imports: [CONTRACT] },
  {
    name: 'another host',
    files: ['e2e/src/other-host/page/**'],
    runsIn: 'browser',
    imports: [...SHARED, '@portal/ui/styles.css'],
  },
  {
    name: 'one application',
    files: ['e2e/src/bench/application/**'],
    runsIn: 'browser',
    imports: [CONTRACT, '@portal/federation/runtime'],
    // The benchmark alone joins the parts at build time.
    outside: ['shell/src/**', 'mfe-*/src/remote.ts', 'packages/federation/src/runtime/**'],
  },
  {
    name: 'the benchmark',
    files: ['e2e/src/bench/**'],
    runsIn: 'node',
    imports: [
      CONTRACT,
      NODE_KIT,
      '@portal/federation/*',
      '@portal/release/operations/publish-version',
      '@portal/release/testing',
      '@portal/web-server/testing',
    ],
    inside: ['e2e'],
    outside: ['scripts/**', 'tools/marked-section.ts'],
  },
  {
    name: 'e2e',
    files: ['e2e/**'],
    runsIn: 'node',
    imports: [
      NODE_KIT,
      '@portal/release-console/testing',
      '@portal/release-service/testing',
      '@portal/release-service/testing/local-issuer',
    ],
    outside: ['scripts/**', 'tools/test/{ceph,nginx}.ts', 'tools/{budgets,operating,packages}/*.ts'],
  },
  {
    name: 'scripts',
    files: ['scripts/**'],
    runsIn: 'node',
    imports: [
      CONTRACT,
      NODE_KIT,
      '@portal/create-remote',
      '@portal/release/*',
      '@portal/release/operations/*',
      '@portal/federation/development',
      '@portal/web-server/development',
      '@portal/web-server/local-config',
    ],
    // The bootstrap imports it before anything is installed.
    outside: ['tools/**', 'packages/node-kit/src/*.mjs'],
  },
  {
    name: 'tools',
    files: ['tools/**'],
    runsIn: 'node',
    imports: [
      CONTRACT,
      NODE_KIT,
      '@portal/federation/surface',
      '@portal/federation/licences',
      '@portal/release-console/style',
      '@portal/release-console/settings',
      '@portal/release-service/settings',
      '@portal/release/command-settings',
      '@portal/release/s3-settings',
      '@portal/web-server/settings',
    ],
    testsImport: [
      '@portal/release-service/testing',
      '@portal/release/testing',
      '@portal/release/store',
      '@portal/web-server/testing',
      '@portal/web-server/local-config',
    ],
    outside: ['scripts/**'],
  },
  {
    name: "the root's configuration",
    files: ['*'],
    runsIn: 'node',
    imports: ['@portal/remote-kit/*'],
    outside: ['tools/**'],
  },
];
