/** `npm run release -- COMMAND …`: see docs/releasing.md, or `npm run release -- --help`. */
import { runCommandLine } from './run.ts';

process.exitCode = await runCommandLine(process.argv.slice(2));
