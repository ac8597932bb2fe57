import { handOver } from './bootstrap/hand-over.mjs';

await handOver('tools/packages/main.ts');
