import { handOver } from './bootstrap/hand-over.mjs';

await handOver('scripts/dev.ts', { ports: ['PORTAL_PORT', 'BACKEND_PORT'] });
