import type { PageData } from '@portal/contract/page';
import type { LoaderEnvironment } from '@portal/federation/runtime';
import { applyStyles, RemoteError } from '@portal/federation/runtime';

/**
 * Resolves when the shell's style sheet applies. If that fails, reports it and resolves all the same: the portal works with the styles
 * of the painted frame alone, and a late style sheet still applies.
 */
export async function applyShellStyles(
  environment: LoaderEnvironment,
  shell: PageData['release']['shell'],
): Promise<void> {
  try {
    await applyStyles(environment, 'shell', shell);
  } catch (error) {
    console.error('The portal is shown without its style sheet.', error);
    environment.report({
      part: 'shell',
      version: shell.version,
      failure: error instanceof RemoteError ? error.failure : 'crashed',
    });
  }
}
