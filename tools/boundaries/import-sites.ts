import { SHARED_PACKAGES } from '@portal/contract/shared-singletons';
import type { ImportSite } from './import-site.ts';
import { THROUGH_FACADES } from './import-site.ts';

const CONTRACT = '@portal/contract/*';
const NODE_KIT = '@portal/node-kit/*';
const RELEASE = '@portal/release/{,format/,release-log/,access/,operations/,service-api/}*';
const SHARED = [CONTRACT, ...SHARED_PACKAGES] as const;

const inPackage = (name: string, runsIn: ImportSite['runsIn'], ...imports: readonly string[]): ImportSite => ({
  name,
  files: [`packages/${name}/**`],
  runsIn,
  imports,
});

/**
 * Who may import whom. This table is the only source: the linter's rule reads it (oxlint-rule.ts), the documentation
 * contains it (import-graph.ts), and boundaries.full.test.ts proves that every line is enforced. The first site whose
 * `files` match applies.
 */
export const IMPORT_SITES: readonly ImportSite[] = [
  inPackage('portal/contract', 'browser'),
  inPackage('portal/ui', 'browser'),
  inPackage('portal/session', 'browser', CONTRACT),
  {
    name: 'api/wire',
    files: ['packages/portal/api/src/wire.ts'],
    runsIn: 'browser',
    imports: [CONTRACT],
  },
  {
    ...inPackage(
      'portal/api',
      'browser',
      CONTRACT,
      '@portal/session',
      '@portal/session/{authorized-request,http,prerender}',
    ),
    inside: ['api/wire'],
  },
  inPackage('portal/i18n', 'browser', CONTRACT),
  inPackage('portal/staff-api', 'browser', CONTRACT, '@portal/api/wire'),
  inPackage('portal/pdf-viewer', 'browser', '@portal/ui'),
  {
    name: 'remote-ui/prerender',
    files: ['packages/portal/remote-ui/src/prerender.ts'],
    runsIn: 'browser',
    imports: [CONTRACT, '@portal/{api,i18n,ui}/prerender'],
  },
  inPackage('portal/remote-ui', 'browser', CONTRACT, '@portal/api', '@portal/i18n', '@portal/ui'),
  {
    name: 'federation/runtime',
    files: ['packages/build/federation/src/runtime/**'],
    runsIn: 'browser',
    imports: [CONTRACT],
  },
  {
    name: 'federation/share-runtime',
    files: ['packages/build/federation/src/share-runtime/**'],
    runsIn: 'browser',
    imports: [CONTRACT],
  },
  {
    name: 'federation/development',
    files: ['packages/build/federation/src/development/**'],
    runsIn: 'browser',
    imports: [CONTRACT],
  },
  {
    name: 'federation/build',
    files: ['packages/build/federation/**'],
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
    imports: [...SHARED, '@portal/{i18n,ui}/prerender', '@portal/ui/styles.css', '@portal/federation/runtime'],
    testsImport: ['@portal/catalogue'],
  },
  {
    name: 'a remote',
    files: ['mfe-*/**'],
    runsIn: 'browser',
    imports: [
      ...SHARED,
      '@portal/{i18n,ui}/prerender',
      '@portal/pdf-viewer',
      '@portal/pdf-viewer/styles.css',
      '@portal/remote-ui/*',
      '@portal/staff-api/*',
    ],
    testsImport: ['@portal/catalogue'],
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
  inPackage(
    'releases/console',
    'node',
    CONTRACT,
    NODE_KIT,
    RELEASE,
    '@portal/release/service-client/*',
    '@portal/release-service/testing',
    '@portal/release-watcher/*',
    '@portal/ui/styles.css',
  ),
  {
    ...inPackage(
      'releases/service',
      'node',
      CONTRACT,
      NODE_KIT,
      RELEASE,
      '@portal/release/cli/testing',
      '@portal/release-watcher/*',
    ),
    layers: ['tokens', 'access', 'publications', 'routes'],
  },
  inPackage('releases/watcher', 'node', CONTRACT, NODE_KIT, '@portal/release/{,format/,operations/}*'),
  {
    ...inPackage('releases/core', 'node', CONTRACT, NODE_KIT),
    layers: 'format release-log store judge policy staging access operations service-api service-client cli'.split(' '),
  },
  {
    ...inPackage(
      'delivery/web-server',
      'node',
      CONTRACT,
      NODE_KIT,
      '@portal/release/{store,cached-driver,open-driver,store-settings,format/*,release-log/*}',
    ),
    layers: ['http', 'files', 'releases', 'visits', 'pages'],
    testsImport: ['@portal/release/*', '@portal/release/operations/*', '@portal/release-watcher/*'],
  },
  inPackage('development/dev-backend', 'node', CONTRACT, NODE_KIT, '@portal/api/wire', '@portal/staff-api/*'),
  inPackage('development/catalogue', 'browser', CONTRACT, '@portal/{api,i18n,session,ui}{,/testing,/styles.css}'),
  inPackage('build/remote-kit', 'node'),
  inPackage('build/create-remote', 'node', CONTRACT),
  {
    name: 'another host',
    files: ['e2e/src/other-host/page/**'],
    runsIn: 'browser',
    imports: [...SHARED, '@portal/ui/styles.css'],
  },
  {
    name: 'one application',
    files: ['lab/bench/application/**'],
    runsIn: 'browser',
    imports: [CONTRACT, '@portal/federation/runtime'],
    // The benchmark alone joins the parts at build time.
    outside: ['shell/src/**', 'mfe-*/src/remote.ts', 'packages/build/federation/src/runtime/**'],
  },
  {
    name: 'the lab',
    files: ['lab/**'],
    runsIn: 'node',
    imports: [
      CONTRACT,
      NODE_KIT,
      '@portal/federation/*',
      RELEASE,
      '@portal/release/{judge,screens}/*',
      '@portal/web-server/testing{,/*}',
    ],
    outside: [
      'scripts/**',
      'tools/{documents/*,libraries/*,marked-section}.ts',
      'mfe-hubs/rspack.config.ts',
      'e2e/src/{engines,support}/*.ts',
    ],
  },
  {
    name: 'e2e',
    files: ['e2e/**'],
    runsIn: 'node',
    imports: [NODE_KIT, '@portal/release-console/testing', '@portal/release-service/testing{,/*}'],
    outside: ['scripts/**', 'tools/test/{ceph,nginx}.ts', 'tools/{budgets,documents,libraries,packages}/*.ts'],
  },
  {
    name: 'scripts',
    files: ['scripts/**'],
    runsIn: 'node',
    imports: [
      CONTRACT,
      NODE_KIT,
      '@portal/create-remote',
      RELEASE,
      '@portal/federation/development',
      '@portal/web-server/{development,local-config}',
    ],
    testsImport: ['@portal/{release-service,web-server}/testing'],
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
      '@portal/create-remote/check-registry',
      '@portal/federation/{licences,surface}',
      '@portal/release-console/{settings,style}',
      '@portal/release-service/settings',
      '@portal/release/{command-settings,rules,s3-settings}',
      '@portal/staff-api/permissions',
      '@portal/web-server/settings',
    ],
    testsImport: [
      '@portal/release-service/testing',
      RELEASE,
      '@portal/release/service-client/*',
      '@portal/web-server{,/testing,/local-config}',
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
