import type { CheckedScripts, LoaderEnvironment, PartDirectory, RemoteLoader } from '@portal/federation/runtime';
import type { PageData } from '@portal/contract/page';
import { assetUrl } from '@portal/contract/page';
import { matchesPath } from '@portal/contract/paths';
import { pageReporter } from '../../../../packages/federation/src/runtime/reporter.ts';

/*
 * What one application needs of `@portal/federation/runtime`, which it replaces: there are no remotes to load.
 */

export { crashDetails, originOf } from '../../../../packages/federation/src/runtime/error-origin.ts';

/** No remote, so none that fails. */
export class RemoteError extends Error {
  readonly failure = 'crashed';
  readonly late = undefined;
}

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

/** The application knows all of its pages. */
export function createPartDirectory({ shell, remotes }: PageData['release']): PartDirectory {
  const declarations = [shell, ...Object.values(remotes)].map(({ declaration }) => declaration);
  return {
    declarations: () => declarations,
    remote: (name) => remotes[name],
    find: async (path) => {
      const declaration = declarations.find(({ routes }) => routes.some((route) => matchesPath(route.path, path)));
      return declaration && { declaration, alone: false };
    },
    scriptsOf: async () => ({}),
    hasMoreAlone: () => false,
    firstScripts: () => [],
  };
}

export class ListingError extends Error {
  readonly isOutdated = false;
}

export function checkedScripts(): Pick<CheckedScripts, 'importUnlisted' | 'preload'> {
  return { importUnlisted: () => undefined, preload: () => undefined };
}
