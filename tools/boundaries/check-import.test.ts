import { describe, expect, test } from '@jest/globals';
import { checkImport, COMPLAINTS } from './check-import.ts';
import { IMPORT_SITES } from './import-sites.ts';

type Kind = (typeof COMPLAINTS)[number];
/** [importing file, what it imports, the complaint that is expected] */
type Case = readonly [file: string, specifier: string, kind?: Kind];

/**
 * An illegal import for every site and every kind of complaint, by hand from the rules; the repository itself shows
 * what is legal.
 */
const ILLEGAL: readonly Case[] = [
  ['packages/portal/contract/src/user.ts', '@portal/session', 'not-allowed'],
  ['packages/portal/contract/src/user.ts', 'node:fs', 'node-in-browser'],
  ['packages/portal/ui/src/button.tsx', '@portal/contract/language', 'not-allowed'],
  ['packages/portal/ui/src/button.tsx', '@portal/i18n', 'not-allowed'],
  ['packages/portal/session/src/store.ts', '@portal/api', 'not-allowed'],
  ['packages/portal/session/src/store.ts', '../../contract/src/user.ts', 'leaves-package'],
  ['packages/portal/api/src/wire.ts', '@portal/session', 'not-allowed'],
  ['packages/portal/api/src/wire.ts', './client.ts', 'wrong-way-inside'],
  ['packages/portal/api/src/client.ts', '@portal/ui', 'not-allowed'],
  ['packages/portal/api/src/client.ts', '@portal/session/testing', 'test-double'],
  ['packages/portal/api/src/client.ts', '@portal/node-kit/testing', 'not-allowed'],
  ['packages/portal/i18n/src/index.ts', '@portal/session', 'not-allowed'],
  ['packages/portal/staff-api/src/wire.ts', '@portal/session', 'not-allowed'],
  ['shell/src/boot.ts', '@portal/staff-api/permissions', 'not-allowed'],
  ['packages/portal/pdf-viewer/src/pdf-viewer.tsx', '@portal/i18n', 'not-allowed'],
  ['packages/portal/remote-ui/src/prerender.ts', '@portal/session', 'not-allowed'],
  ['packages/portal/pdf-viewer/src/pdf-viewer.tsx', '@portal/ui/prerender', 'past-exports'],
  ['packages/portal/pdf-viewer/src/pdf-viewer.tsx', '@portal/i18n/prerender', 'not-allowed'],
  ['shell/src/boot.ts', '@portal/pdf-viewer', 'not-allowed'],
  ['packages/portal/remote-ui/src/csv.ts', '@portal/session', 'not-allowed'],
  ['shell/src/boot.ts', '@portal/remote-ui/csv', 'not-allowed'],
  ['packages/build/federation/src/runtime/loader.ts', '../build/part.ts', 'wrong-way-inside'],
  ['packages/build/federation/src/runtime/loader.ts', '@portal/ui', 'not-allowed'],
  ['packages/build/federation/src/share-runtime/start-shell.ts', 'node:fs', 'node-in-browser'],
  ['packages/build/federation/src/share-runtime/start-shell.ts', '../runtime/loader.ts', 'wrong-way-inside'],
  ['packages/build/federation/src/development/page.ts', 'node:fs', 'node-in-browser'],
  ['packages/build/federation/src/development/page.ts', '../build/part.ts', 'wrong-way-inside'],
  ['packages/build/federation/src/build/part.ts', '@portal/release/errors', 'not-allowed'],
  ['mfe-hubs/rspack.config.ts', '../mfe-legal/rspack.config.ts', 'leaves-package'],
  ['mfe-hubs/rspack.config.ts', '@portal/release/errors', 'not-allowed'],
  ['shell/src/boot.ts', 'mfe-hubs', 'not-allowed'],
  ['shell/src/boot.ts', '../../mfe-hubs/src/remote.ts', 'leaves-package'],
  ['shell/src/boot.ts', '@portal/federation/build', 'past-exports'],
  ['shell/src/boot.ts', '@portal/release/store', 'not-allowed'],
  ['shell/src/features/login/login-page.tsx', '../info/info-page.tsx', 'sibling-feature'],
  ['mfe-hubs/src/remote.ts', 'shell', 'not-allowed'],
  ['mfe-hubs/src/remote.ts', 'mfe-account', 'not-allowed'],
  ['mfe-hubs/src/remote.ts', '../../mfe-account/src/remote.ts', 'leaves-package'],
  ['mfe-hubs/src/remote.ts', '@portal/federation/runtime', 'not-allowed'],
  ['mfe-hubs/src/remote.ts', '@portal/session/src/store.ts', 'past-exports'],
  ['mfe-hubs/src/remote.ts', '@portal/ui/testing', 'test-double'],
  ['mfe-hubs/src/remote.ts', 'node:path', 'node-in-browser'],
  ['mfe-hubs/src/remote.ts', 'react-router-dom', 'through-facade'],
  ['mfe-hubs/src/remote.ts', 'react-i18next', 'through-facade'],
  ['mfe-hubs/src/remote.ts', 'zustand/vanilla', 'through-facade'],
  ['mfe-hubs/src/remote.ts', '@portal/session/http', 'past-exports'],
  ['mfe-hubs/src/remote.ts', 'react-dom/client', 'through-facade'],
  ['mfe-hubs/src/features/hubs/settings-page.tsx', '../release/dialog.tsx', 'sibling-feature'],
  ['packages/node-kit/src/listen.ts', '@portal/release/errors', 'not-allowed'],
  ['packages/releases/core/src/store/store.ts', '@portal/web-server', 'not-allowed'],
  ['packages/releases/core/src/store/store.ts', '@portal/release-console', 'not-allowed'],
  ['packages/releases/core/src/store/store.ts', '../policy/policy.ts', 'upwards'],
  ['packages/releases/core/src/store/store.ts', '@portal/ui/styles.css', 'not-allowed'],
  ['packages/releases/console/src/console.ts', '@portal/ui', 'past-exports'],
  ['packages/releases/console/src/console.ts', '@portal/web-server', 'not-allowed'],
  ['packages/releases/watcher/src/watcher.ts', '@portal/release-console', 'not-allowed'],
  ['packages/releases/service/src/service.ts', '@portal/release-console', 'not-allowed'],
  ['packages/delivery/web-server/src/pages/page.ts', '@portal/release/errors', 'past-exports'],
  ['packages/delivery/web-server/src/pages/page.ts', '@portal/dev-backend', 'not-allowed'],
  ['packages/development/catalogue/src/state.tsx', '@portal/staff-api/wire', 'not-allowed'],
  ['mfe-hubs/src/pages/settings-page.tsx', '@portal/catalogue', 'not-allowed'],
  ['packages/development/dev-backend/src/hubs.ts', '@portal/api', 'past-exports'],
  ['packages/development/dev-backend/src/hubs.ts', '@portal/session', 'not-allowed'],
  ['packages/build/create-remote/src/create-remote.ts', '@portal/federation/build', 'not-allowed'],
  ['packages/build/remote-kit/src/lint.ts', '@portal/contract/parse', 'not-allowed'],
  ['packages/build/create-remote/src/create-remote.ts', '../../../scripts/find-browser.ts', 'leaves-package'],
  ['e2e/src/other-host/page/host.ts', '@portal/federation/runtime', 'not-allowed'],
  ['lab/bench/application/pages.ts', '../../../mfe-hubs/src/pages/settings-page.tsx', 'leaves-package'],
  ['lab/bench/application/pages.ts', 'node:fs', 'node-in-browser'],
  ['lab/bench/build-application.ts', '../../mfe-hubs/src/remote.ts', 'leaves-package'],
  ['e2e/src/settings.spec.ts', '@portal/api', 'not-allowed'],
  ['e2e/src/settings.spec.ts', '@portal/federation/benchmark', 'not-allowed'],
  ['e2e/src/settings.spec.ts', '../../shell/src/boot.ts', 'leaves-package'],
  ['scripts/start.ts', '@portal/session', 'not-allowed'],
  ['scripts/start.ts', '../packages/delivery/web-server/src/main.ts', 'leaves-package'],
  ['lab/bench/page-bytes.ts', '@portal/dev-backend', 'not-allowed'],
  ['tools/catalogues/part.ts', '@portal/release/errors', 'past-exports'],
  ['tools/catalogues/part.ts', '@portal/dev-backend', 'not-allowed'],
  ['knip.config.ts', './packages/portal/contract/src/version.ts', 'leaves-package'],
];

test.each(ILLEGAL)('%s may not import "%s": %s', (file, specifier, kind) => {
  expect(checkImport(file, specifier)?.kind).toBe(kind);
});

describe('the cases above', () => {
  test.each(IMPORT_SITES.map(({ name, files }) => ({ name, files })))('try "$name"', ({ files }) => {
    const literal = (pattern: string): string => pattern.replace(/\/?\*\*?$/, '').replace('*', 'hubs');
    expect(ILLEGAL.some(([file]) => files.some((pattern) => file.startsWith(literal(pattern))))).toBe(true);
  });

  test('try every kind of complaint', () => {
    expect(new Set(ILLEGAL.map(([, , kind]) => kind))).toEqual(new Set(COMPLAINTS));
  });
});
