import type { PageData } from '@portal/contract/page';
import type { LoaderEnvironment } from '@portal/federation/runtime';
import { applyStyles, RemoteError } from '@portal/federation/runtime';
import { reloadWithoutCdn } from './cdn-fallback.ts';

let applyAgain: (() => Promise<void>) | undefined;

/** Applies the shell's style sheet once more; undefined unless it has failed. */
export const missingStyles = (): typeof applyAgain => applyAgain;

/**
 * Resolves when the shell's style sheet applies. If that fails, and not because of a CDN, reports it and resolves all
 * the same: the portal works with the styles of the prerendered frame alone, offers to try again, and a late style
 * sheet still applies.
 */
export async function applyShellStyles(
  environment: LoaderEnvironment,
  shell: PageData['release']['shell'],
): Promise<void> {
  try {
    await applyStyles(environment, 'shell', shell);
  } catch (error) {
    // Never settles if the page is loaded again without the CDN.
    if (
      await reloadWithoutCdn().then(
        () => true,
        () => false,
      )
    )
      return new Promise(() => undefined);
    console.error('The portal is shown without its style sheet.', error);
    applyAgain = () => applyStyles(environment, 'shell', shell);
    environment.report({
      part: 'shell',
      version: shell.version,
      failure: error instanceof RemoteError ? error.failure : 'crashed',
    });
  }
}
