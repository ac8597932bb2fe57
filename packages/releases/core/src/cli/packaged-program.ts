/** `portal-release COMMAND …` from the package for operators, which has no checkout and no repository around it. */
import { setPackaged } from '@portal/node-kit/packaged';
import { runCommandLine } from './run.ts';

setPackaged(true);
process.exitCode = await runCommandLine(process.argv.slice(2));
