import { handOver } from './bootstrap/hand-over.mjs';

await handOver('packages/web-server/src/testing/capacity/main.ts');
