import { handOver } from './bootstrap/hand-over.mjs';

await handOver('scripts/catalogue.ts', { ports: ['CATALOGUE_PORT'] });
