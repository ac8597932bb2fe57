import { handOver } from './bootstrap/hand-over.mjs';

await handOver('scripts/start.ts', { ports: ['PORTAL_PORT', 'BACKEND_PORT', 'METRICS_PORT', 'CONSOLE_PORT'] });
