/**
 * `portal-release COMMAND …`: the release command as a program of its own, in repositories that are not the portal's.
 */
import { callReleaseCommand } from '@portal/node-kit/release-command';
import { addNodePolyfills } from './node-polyfills.ts';
import { runCommandLine } from './run.ts';

/** How the user has called it, as npm says: by a script, by npx, or by its own name. */
function calledAs(event: string | undefined): string {
  if (event === 'release') return 'npm run release --';
  return event === 'npx' ? 'npx portal-release' : 'portal-release';
}

addNodePolyfills();
callReleaseCommand(calledAs(process.env['npm_lifecycle_event']));
process.exitCode = await runCommandLine(process.argv.slice(2));
