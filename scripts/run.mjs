import { handOver } from './bootstrap/hand-over.mjs';

/**
 * `node scripts/run.mjs FILE …`: installs what is missing and runs a TypeScript file, a path from the root, with the
 * arguments after it.
 */
const [file = '', ...args] = process.argv.slice(2);
await handOver(file, {}, args);
