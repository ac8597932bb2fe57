import type { CheckedScripts, LoaderEnvironment, PartDirectory, RemoteLoader } from '@portal/federation/runtime';
import type { PageData } from '@portal/contract/page';
import { assetUrl } from '@portal/contract/paths';
import { checkedScripts as checkEach } from '../../../packages/build/federation/src/runtime/checked-scripts.ts';
import { pageReporter } from '../../../packages/build/federation/src/runtime/reporter.ts';

/*
 * What one application needs of `@portal/federation/runtime`, which it replaces: there are no remotes to load.
 */

export { crashDetails, findOrigin } from '../../../packages/build/federation/src/runtime/error-origin.ts';

/** No remote, so none that fails. */
export class RemoteError extends Error {
  readonly failure = 'crashed';
  readonly late = undefined;
}

/** Nothing is renewed that an engine could keep. */
export const isCachedFailure = (): boolean => false;

export function browserEnvironment(): Pick<LoaderEnvironment, 'report'> {
  return { report: pageReporter() };
}

export function createRemoteLoader(): RemoteLoader {
  return {
    load: async (name) => {
      throw new RemoteError(`${name} is part of the application`);
    },
    loaded: () => [],
    within: async (_, fetchPart) => await fetchPart(),
    dismiss: () => false,
    reportCrash: () => false,
  };
}

function applies(href: string): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>(`link[rel="stylesheet"][href="${href}"]`);
  return new Promise((resolve) => {
    if (!link || link.sheet) resolve();
    else link.addEventListener('load', () => resolve(), { once: true });
  });
}

/** Resolves when the page's links to the style sheets apply. */
export async function applyStyles(
  _environment: unknown,
  name: string,
  { styles }: Pick<PageData['release']['shell'], 'styles'>,
): Promise<void> {
  await Promise.all(styles.map(({ file }) => applies(assetUrl(name, file))));
}

/**
 * The application knows all of its pages; in a page with an import map it asks for the hashes of further scripts, as
 * the portal does.
 */
export { createPartDirectory, DescriptorError } from '../../../packages/build/federation/src/runtime/part-directory.ts';

export function checkedScripts(directory: PartDirectory): Pick<CheckedScripts, 'import' | 'preload'> {
  // A page that somebody points at is loaded at once: its files are not known ahead.
  if (document.querySelector('script[type="importmap"]')) return { ...checkEach(directory), preload: async () => true };
  return { import: (url) => import(/* webpackIgnore: true */ url), preload: async () => false };
}
