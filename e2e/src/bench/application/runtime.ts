import type { LoaderEnvironment, RemoteLoader } from '@portal/federation/runtime';
import type { PageData } from '@portal/contract/page';
import { assetUrl } from '@portal/contract/page';
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
