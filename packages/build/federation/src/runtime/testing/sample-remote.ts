import { jest } from '@jest/globals';
import type { PageRemote } from '@portal/contract/page';
import { assetUrl } from '@portal/contract/paths';
import type { LoaderEnvironment } from '../browser-environment.ts';
import { createRemoteLoader } from '../loader.ts';
import { RemoteError } from '../start-version.ts';

const style = (letter: string) => ({
  file: `remote.${letter.repeat(16)}.css`,
  integrity: `sha256-${letter.repeat(43)}=`,
});
export const REMOTE: PageRemote = {
  version: '1.0.0',
  builtAt: '2026-11-01T00:00:00.000Z',
  entry: 'entry.0123456789abcdef.js',
  styles: [style('a')],
  declaration: { name: 'mfe-hubs', routes: [], header: [], texts: {} },
  fallback: null,
};
export const FALLBACK = {
  version: '0.9.0',
  builtAt: REMOTE.builtAt,
  entry: 'entry.fedcba9876543210.js',
  styles: [style('b')],
};
export const WITH_FALLBACK: PageRemote = { ...REMOTE, fallback: FALLBACK };
export const SECOND_FALLBACK = {
  ...FALLBACK,
  version: '0.8.0',
  entry: 'entry.8888888888888888.js',
  styles: [style('c')],
};
export const WITH_TWO_FALLBACKS: PageRemote = { ...REMOTE, fallback: { ...FALLBACK, fallback: SECOND_FALLBACK } };
export const isFallback = (url: string) => url.endsWith(FALLBACK.entry);

export function module(version = '1.0.0') {
  return { name: 'mfe-hubs', version, pages: {}, loadMessages: async () => ({}) };
}

export function container(exposed: unknown = module()) {
  return { init: jest.fn(), get: async () => () => exposed };
}

const VERSIONS = [REMOTE, FALLBACK, SECOND_FALLBACK];

/** The container at an address. */
export const importWell = async (url: string): Promise<unknown> =>
  container(module(VERSIONS.find(({ entry }) => url.endsWith(entry))?.version));

/** An environment in which every step succeeds. */
function world(changes: Partial<LoaderEnvironment> = {}): LoaderEnvironment {
  return {
    fileUrl: assetUrl,
    hasIntegrity: async () => true,
    importModule: importWell,
    addStyle: async () => undefined,
    dropStyle: () => undefined,
    shareScope: async () => ({}),
    diagnose: async () => 'crashed',
    crashDetails: () => ({}),
    report: () => undefined,
    ...changes,
  };
}

export function createLoader(changes: Partial<LoaderEnvironment> = {}, remote: PageRemote = REMOTE) {
  return createRemoteLoader((name) => (name === 'mfe-hubs' ? remote : undefined), world(changes));
}

/** The kind of failure that `work` rejects with. */
export async function catchFailure(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof RemoteError ? error.failure : `no RemoteError but ${String(error)}`;
}
