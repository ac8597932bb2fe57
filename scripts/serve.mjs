import { handOver } from './bootstrap/hand-over.mjs';

/** `npm run serve -- NAME`: runs one of the servers alone. Their settings are in docs. */
const SERVERS = {
  // The database is a large WebAssembly module; without optimized compilation it needs half the memory at the start.
  backend: { main: 'packages/development/dev-backend/src/main.ts', nodeOptions: ['--liftoff-only'] },
  'web-server': { main: 'packages/delivery/web-server/src/main.ts' },
  service: { main: 'packages/releases/service/src/main.ts' },
  console: { main: 'packages/releases/console/src/main.ts' },
};

const name = process.argv[2] ?? '';
const server = Object.entries(SERVERS).find(([key]) => key === name)?.[1];
if (server) {
  const { main, ...needs } = server;
  await handOver(main, needs, process.argv.slice(3));
} else {
  console.error(`There is no server "${name}". Usage: npm run serve -- ${Object.keys(SERVERS).join('|')}`);
  process.exit(2);
}
